import type { RouterStatistics } from '#platform/model/hosting/deployments/traffic.ts'
import type { ApplicationId } from '#platform/model/ids.ts'

/**
 * Finds the applications that have answered visitors since the call before, by the counters of the router. The first
 * call finds none: the counters may be of long ago.
 */
export function createVisitFinder() {
  let counted: ReadonlyMap<ApplicationId, number> | undefined
  let countedFrom = 0

  return ({ startedAt, routes }: RouterStatistics): ApplicationId[] => {
    const now = new Map<ApplicationId, number>()
    for (const { applicationId, requests } of routes) {
      now.set(applicationId, (now.get(applicationId) ?? 0) + requests)
    }
    const before = counted && startedAt === countedFrom ? counted : undefined
    const isFirst = counted === undefined
    counted = now
    countedFrom = startedAt
    if (isFirst) return []
    // Counters become less when an instance is gone, and those of another router begin at 0.
    return [...now].flatMap(([id, requests]) => (requests > (before?.get(id) ?? 0) ? [id] : []))
  }
}
