import type { RouterStatistics } from '#platform/model/hosting/deployments/traffic.ts'
import type { ApplicationId } from '#platform/model/ids.ts'
import type { LastVisit } from './visits.ts'

/** Which applications have visitors at the routers of this server. Times are of the monotonic clock. */
export interface VisitTracker {
  /** Takes a reading of the routers' counters. */
  observe(statistics: RouterStatistics): void
  /** Since when there are readings without a gap; `undefined` when the last one is old. */
  readonly watchedSince: number | undefined
  /** The last visit since `watchedSince`, if there was one. */
  lastVisitOf(applicationId: ApplicationId): number | undefined
  /** Whether a request or an upgraded connection was under way at the last reading. */
  isVisited(applicationId: ApplicationId): boolean
  /** Visits that are to be stored, a minute apart for each application; each is returned once. */
  takeUnstored(): LastVisit[]
}
