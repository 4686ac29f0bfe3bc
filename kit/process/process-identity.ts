import { readFileSync } from 'node:fs'

/** Names one process for good: its number alone is given out again after its end. */
export interface ProcessIdentity {
  pid: number
  /** Ticks between the system's start and its own. */
  started: string
  /** The system's start. */
  boot: string
}

/** The identity of a living process. */
export function identifyProcess(pid: number): ProcessIdentity | undefined {
  try {
    // Fields 3 and 22 of proc(5); the name before them may hold anything, even a parenthesis.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const started = fields[18]
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    return state === 'Z' || !started ? undefined : { pid, started, boot }
  } catch {
    return undefined
  }
}

/** Whether that very process still runs. */
export function isSameProcess({ pid, started, boot }: ProcessIdentity): boolean {
  const now = identifyProcess(pid)
  return now?.started === started && now.boot === boot
}
