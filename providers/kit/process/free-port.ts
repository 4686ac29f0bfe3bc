import { createServer } from 'node:net'
import { addonsListenAddresses } from '#kit/net/addons-address.ts'

/** A port that nothing listens on where database servers do: the wanted one if it is free. */
export async function freePort(wanted = 0): Promise<number> {
  return (await tryPort(wanted)) ?? (await tryPort(0)) ?? 0
}

async function tryPort(wanted: number): Promise<number | undefined> {
  let port = wanted
  for (const address of addonsListenAddresses) {
    const found = await tryAddress(address, port)
    if (found === undefined) return undefined
    port = found
  }
  return port
}

function tryAddress(address: string, wanted: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(undefined))
    server.listen(wanted, address, () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
}
