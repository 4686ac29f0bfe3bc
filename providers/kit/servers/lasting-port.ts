import { randomInt } from 'node:crypto'
import type { PortRange } from '#kit/setting-kinds.ts'
import { freePort } from '#providers/kit/process/free-port.ts'

const tries = 100

/**
 * A free port that will most likely be free after a restart, too: the usual range is below what Linux gives to outgoing
 * connections, so that none of them has it when the server comes back.
 */
export async function lastingPort({ from, to }: PortRange): Promise<number> {
  for (let tried = 0; tried < tries; tried += 1) {
    const wanted = randomInt(from, to + 1)
    if ((await freePort(wanted)) === wanted) return wanted
  }
  throw new Error(`no port from ${from} to ${to} is free (BERTH_ADDONS_PORTS)`)
}
