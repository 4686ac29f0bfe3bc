import { diskProblemOf } from '#kit/files/disk-full.ts'
import { bugLine } from '#kit/text/log-line.ts'
import { isStoreUnavailable } from '#platform/model/store-unavailable.ts'

type Log = (line: string) => void

/** Everything that writes meets a full disk; it is logged once in this time. */
const repeatAfter = 60_000
const loggedAt = new WeakMap<Log, number>()

/**
 * Logs what nobody expected, with its stack; `id` is what the caller was told. A disk that takes nothing and a database
 * that is away are no bugs: one sentence.
 */
export function logBug(log: Log, error: unknown, id?: string): void {
  const problem = diskProblemOf(error)
  if (problem) logOnce(log, `waiting: the disk is ${problem}: ${messageOf(error)}`)
  else if (isStoreUnavailable(error)) log(`waiting: ${messageOf(error)}`)
  else log(bugLine(error, id))
}

function logOnce(log: Log, line: string): void {
  const now = performance.now()
  if (now - (loggedAt.get(log) ?? Number.NEGATIVE_INFINITY) < repeatAfter) return
  loggedAt.set(log, now)
  log(line)
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
