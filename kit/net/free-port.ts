import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'
import { isBlockedPort } from './blocked-ports.ts'
import { loopbackAddresses } from './host-loopback.ts'

export interface PortRange {
  from: number
  to: number
}

/** Below Linux's ephemeral ports, because the kernel gives those to others before the caller listens. */
const usualRange: PortRange = { from: 10_000, to: 19_999 }
const ephemeralTries = 10

/** A port of a range by chance, but none that browsers and `fetch` refuse to call. */
export function drawPort(
  { from, to }: PortRange,
  draw: (from: number, end: number) => number = randomInt,
): number {
  const port = draw(from, to + 1)
  if (!isBlockedPort(port)) return port
  // Less than a hundred ports are blocked, never more than five in a row.
  for (let next = port + 1; next <= to; next += 1) if (!isBlockedPort(next)) return next
  for (let next = from; next < port; next += 1) if (!isBlockedPort(next)) return next
  throw new Error(`nothing can be called at the ports from ${from} to ${to}`)
}

/** A port without a listener at these addresses: the wanted one if it is free. */
export async function freePort(
  wanted = drawPort(usualRange),
  addresses: readonly string[] = loopbackAddresses,
): Promise<number> {
  const port = await tryPort(wanted, addresses)
  if (port !== undefined) return port
  for (let tried = 0; tried < ephemeralTries; tried += 1) {
    const other = await tryPort(0, addresses)
    if (other !== undefined && !isBlockedPort(other)) return other
  }
  return 0
}

const lastingTries = 100

/**
 * A free port of a range, for a listener that opens later or comes back after a restart: the default range is below Linux's ephemeral
 * ports, so that no outgoing connection takes it meanwhile.
 */
export async function lastingPort(
  { from, to }: PortRange,
  addresses: readonly string[] = loopbackAddresses,
): Promise<number> {
  for (let tried = 0; tried < lastingTries; tried += 1) {
    const wanted = drawPort({ from, to })
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
