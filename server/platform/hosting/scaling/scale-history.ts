import type { AutoscalingPolicies } from '#platform/model/hosting/scale-rules.ts'

/** A change of the scale that the platform made, or tried to make, by itself. */
export interface ScaleChange {
  /** By the clock of `now`. */
  at: number
  direction: 'up' | 'down'
  hasFailed: boolean
}

const maxWait = 3_600_000
const remembered = 6 * 3_600_000

/** Time before which nothing is tried: a pause after the last change, doubled by each failure in a row. */
export function nextAttempt(
  history: readonly ScaleChange[],
  { pause }: Pick<AutoscalingPolicies, 'pause'>,
): number {
  const [newest] = history
  if (!newest) return Number.NEGATIVE_INFINITY
  const succeeded = history.findIndex(({ hasFailed }) => !hasFailed)
  const failures = succeeded < 0 ? history.length : succeeded
  return newest.at + Math.min(Math.max(maxWait, pause), pause * 2 ** failures)
}

/**
 * How long the load must stay low before the scale goes down. Each time that a step down had to be taken back within
 * the last hours doubles it, so that a load that needs both scales in turn does not wear out the application.
 */
export function calmNeeded(
  history: readonly ScaleChange[],
  now: number,
  { downAfter }: Pick<AutoscalingPolicies, 'downAfter'>,
): number {
  const done = history.filter(({ at, hasFailed }) => !hasFailed && at > now - remembered)
  const reversals = done.filter(
    ({ direction }, index) => direction === 'up' && done[index + 1]?.direction === 'down',
  ).length
  return Math.min(Math.max(maxWait, downAfter), downAfter * 2 ** reversals)
}
