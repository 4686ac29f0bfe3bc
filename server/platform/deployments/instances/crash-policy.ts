/** One run of an instance's command that has ended. */
export interface EndedRun {
  code: number
  /** In milliseconds. */
  duration: number
}

const maxQuickExits = 4
const quickExit = 5000
/** A shell's words for a command that it cannot run and one that it cannot find. */
const unrunnable = [126, 127]

/** Whether a further start of an instance that was never healthy would end as the ones before it. */
export function isHopeless(runs: readonly EndedRun[]): boolean {
  const last = runs.at(-1)
  if (last && unrunnable.includes(last.code)) return true
  const latest = runs.slice(-maxQuickExits)
  return latest.length === maxQuickExits && latest.every(({ duration }) => duration < quickExit)
}
