import { randomInt } from 'node:crypto'
import type { PortRange } from '#kit/setting-kinds.ts'
import { freePort } from '#providers/kit/process/free-port.ts'

const tries = 100

/**
 * A free port that is likely to be free after a restart: the default range is below Linux's ephemeral ports, so that no
 * outgoing connection takes it.
 */
export async function lastingPort({ from, to }: PortRange): Promise<number> {
  for (let tried = 0; tried < tries; tried += 1) {
    const wanted = randomInt(from, to + 1)
    if ((await freePort(wanted)) === wanted) return wanted
  }
  throw new Error(`no port from ${from} to ${to} is free (BERTH_ADDONS_PORTS)`)
}
