import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

export interface PortRange {
  from: number
  to: number
}

const loopback = ['127.0.0.1'] as const

/**
 * A port without a listener at these addresses: the wanted one if it is free. Without one, any below Linux's ephemeral ports, because
 * the kernel gives those to others before the caller listens.
 */
export async function freePort(
  wanted = randomInt(10_000, 20_000),
  addresses: readonly string[] = loopback,
): Promise<number> {
  return (await tryPort(wanted, addresses)) ?? (await tryPort(0, addresses)) ?? 0
}

const lastingTries = 100

/**
 * A free port of a range, for a listener that opens later or comes back after a restart: the default range is below Linux's ephemeral
 * ports, so that no outgoing connection takes it meanwhile.
 */
export async function lastingPort(
  { from, to }: PortRange,
  addresses: readonly string[] = loopback,
): Promise<number> {
  for (let tried = 0; tried < lastingTries; tried += 1) {
    const wanted = randomInt(from, to + 1)
    if ((await freePort(wanted, addresses)) === wanted) return wanted
  }
  throw new Error(`no port from ${from} to ${to} is free (BERTH_ADDONS_PORTS)`)
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
