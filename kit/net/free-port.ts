import { createServer } from 'node:net'

const loopback = ['127.0.0.1'] as const

/** A port without a listener at these addresses: the wanted one if it is free. */
export async function freePort(
  wanted = 0,
  addresses: readonly string[] = loopback,
): Promise<number> {
  return (await tryPort(wanted, addresses)) ?? (await tryPort(0, addresses)) ?? 0
}

async function tryPort(wanted: number, addresses: readonly string[]): Promise<number | undefined> {
  let port = wanted
  for (const address of addresses) {
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
