import { randomInt } from 'node:crypto'
import { freePort } from '#providers/kit/free-port.ts'

/** Below what Linux gives to outgoing connections, so that none of them has it when the server comes back. */
const range = { from: 20_000, to: 30_000 }
const tries = 100

/** A free port that will most likely be free after a restart, too. */
export async function lastingPort(): Promise<number> {
  for (let tried = 0; tried < tries; tried += 1) {
    const wanted = randomInt(range.from, range.to)
    if ((await freePort(wanted)) === wanted) return wanted
  }
  return freePort()
}
