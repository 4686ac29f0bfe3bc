import type { Application } from '#platform/model/hosting/application.ts'

/** What is known of an application that may fall asleep. All times are of the monotonic clock. */
export interface SleepFacts {
  application: Pick<
    Application,
    'wanted' | 'suspended' | 'asleepSince' | 'sleepTimeout' | 'liveDeploymentId'
  >
  now: number
  /** Since when the routers' counters have been read without a gap; `undefined` while they cannot be read. */
  watchedSince: number | undefined
  lastVisitAt: number | undefined
  /** Whether a request or an upgraded connection is under way. */
  isVisited: boolean
  /** When its newest instance or deployment began, or ended. */
  changedAt: number
}

/** Whether an application falls asleep now. Time in which visits were not counted does not count as idle. */
export function isDueToSleep(facts: SleepFacts): boolean {
  const { application, now, watchedSince, lastVisitAt, isVisited, changedAt } = facts
  const { wanted, suspended, asleepSince, sleepTimeout, liveDeploymentId } = application
  const isAwake = wanted === 'up' && !suspended && asleepSince === null && liveDeploymentId !== null
  if (!isAwake || sleepTimeout === null || isVisited || watchedSince === undefined) return false
  const idleSince = Math.max(watchedSince, changedAt, lastVisitAt ?? Number.NEGATIVE_INFINITY)
  return now - idleSince >= sleepTimeout
}
