import type { Clock } from '#kit/concurrency/clock.ts'
import type { RouterStatistics } from '#platform/model/hosting/deployments/traffic.ts'
import type { VisitTracker } from '#platform/model/hosting/visitors/visit-tracker.ts'
import type { ApplicationId } from '#platform/model/ids.ts'

/** The last visit of each application is stored this often at most. */
const storeEvery = 60_000
/** Counters that were not read for longer have a gap. */
const maxGap = 60_000

/** Visits are forgotten after this, longer than any application waits for the next one. */
const keepFor = 366 * 86_400_000

interface Counted {
  startedAt: number
  /** Requests and bytes of each instance. */
  totals: ReadonlyMap<string, { applicationId: ApplicationId; total: number }>
}

interface Visit {
  /** By the monotonic clock. */
  at: number
  date: number
}

/** Follows which applications have visitors, by the counters of the routers that metrics are made from. */
export function createVisitTracker(monotonic: Clock, clock: Clock): VisitTracker {
  const visits = new Map<ApplicationId, Visit>()
  const stored = new Map<ApplicationId, Visit>()
  let before: Counted | undefined
  let visited: ReadonlySet<ApplicationId> = new Set()
  let watchedSince: number | undefined
  let readAt = Number.NEGATIVE_INFINITY

  const isStored = (id: ApplicationId, { at }: Visit) => {
    const earlier = stored.get(id)
    return earlier !== undefined && (at === earlier.at || at - earlier.at < storeEvery)
  }

  return {
    observe(statistics) {
      const at = monotonic()
      if (watchedSince === undefined || at - readAt > maxGap) watchedSince = at
      readAt = at
      const now = countedIn(statistics)
      visited = visitedIn(statistics)
      const visit = { at, date: clock() }
      for (const id of [...grownSince(before, now), ...visited]) visits.set(id, visit)
      for (const [id, each] of visits) if (at - each.at > keepFor) visits.delete(id)
      before = now
    },
    get watchedSince() {
      return monotonic() - readAt > maxGap ? undefined : watchedSince
    },
    lastVisitOf: (id) => visits.get(id)?.at,
    isVisited: (id) => visited.has(id),
    takeUnstored() {
      const unstored = [...visits].filter(([id, visit]) => !isStored(id, visit))
      for (const [id, visit] of unstored) stored.set(id, visit)
      for (const id of stored.keys()) if (!visits.has(id)) stored.delete(id)
      return unstored.map(([applicationId, { date }]) => ({ applicationId, lastVisitAt: date }))
    },
  }
}

/** What the router answers itself, such as the page of a maintenance, is no visit of the application. */
const routesIn = ({ routes }: RouterStatistics) =>
  routes.filter(({ instanceId }) => instanceId !== null)

const countedIn = (statistics: RouterStatistics): Counted => ({
  startedAt: statistics.startedAt,
  totals: new Map(
    routesIn(statistics).map(({ applicationId, instanceId, requests, bytesIn, bytesOut }) => [
      `${applicationId} ${instanceId}`,
      { applicationId, total: requests + bytesIn + bytesOut },
    ]),
  ),
})

/** Of the first reading nothing is known to be new. The counters of a router that was started again begin at 0. */
function grownSince(before: Counted | undefined, now: Counted): ApplicationId[] {
  if (!before) return []
  const earlier = before.startedAt === now.startedAt ? before.totals : new Map()
  return [...now.totals].flatMap(([key, { applicationId, total }]) =>
    total !== (earlier.get(key)?.total ?? 0) ? [applicationId] : [],
  )
}

const visitedIn = (statistics: RouterStatistics): ReadonlySet<ApplicationId> =>
  new Set(
    routesIn(statistics)
      .filter(({ inFlight = 0 }) => inFlight > 0)
      .map(({ applicationId }) => applicationId),
  )
