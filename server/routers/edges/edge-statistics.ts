import type {
  InstanceStatistics,
  RouterStatistics,
  StatusClass,
  StatusCodeCounts,
} from '#platform/model/hosting/deployments/traffic.ts'

type Counters = Omit<InstanceStatistics, 'applicationId' | 'instanceId' | 'inFlight'>

const keyOf = ({ applicationId, instanceId }: InstanceStatistics) =>
  `${applicationId} ${instanceId ?? ''}`

/**
 * What edges have counted since this server first asked them, added to what the router of its own machine has. Counters
 * of an edge whose router was started again begin at 0.
 */
export class EdgeStatistics {
  readonly #last = new Map<string, RouterStatistics>()
  readonly #growth = new Map<string, InstanceStatistics>()
  #startedAt = 0

  /** Counters of an edge. One that did not answer has none, and its growth is counted later. */
  add(edge: string, now: RouterStatistics) {
    if (now.startedAt === 0) return
    const last = this.#last.get(edge)
    this.#last.set(edge, now)
    if (!last) return
    const before = new Map(
      last.startedAt === now.startedAt ? last.routes.map((each) => [keyOf(each), each]) : [],
    )
    for (const route of now.routes) {
      const key = keyOf(route)
      const grown = combine(route, before.get(key), (one, other) => Math.max(0, one - other))
      this.#growth.set(
        key,
        combine(grown, this.#growth.get(key), (one, other) => one + other),
      )
    }
  }

  /** The counters of the machine's own router and of all edges. */
  with(here: RouterStatistics): RouterStatistics {
    if (here.startedAt !== this.#startedAt) this.#growth.clear()
    this.#startedAt = here.startedAt
    const all = new Map(here.routes.map((each) => [keyOf(each), each]))
    for (const [key, route] of this.#growth) {
      all.set(
        key,
        combine(route, all.get(key), (one, other) => one + other),
      )
    }
    const inFlight = inFlightOf([here, ...this.#last.values()])
    const routes = [...all].map(([key, { inFlight: _, ...route }]) => {
      const count = inFlight.get(key) ?? 0
      return count > 0 ? { ...route, inFlight: count } : route
    })
    return { ...here, routes }
  }
}

/** What is under way now is no counter: the last figures are added. */
function inFlightOf(all: readonly RouterStatistics[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const route of all.flatMap(({ routes }) => routes)) {
    const key = keyOf(route)
    counts.set(key, (counts.get(key) ?? 0) + (route.inFlight ?? 0))
  }
  return counts
}

function combine(
  one: InstanceStatistics,
  other: Counters | undefined,
  operation: (one: number, other: number) => number,
): InstanceStatistics {
  const status = { ...one.status }
  for (const name of Object.keys(status) as StatusClass[]) {
    status[name] = operation(one.status[name], other?.status[name] ?? 0)
  }
  return {
    ...one,
    status,
    codes: combineCodes(one.codes, other?.codes, operation),
    requests: operation(one.requests, other?.requests ?? 0),
    bytesIn: operation(one.bytesIn, other?.bytesIn ?? 0),
    bytesOut: operation(one.bytesOut, other?.bytesOut ?? 0),
    latency: one.latency.map((count, at) => operation(count, other?.latency[at] ?? 0)),
  }
}

function combineCodes(
  one: StatusCodeCounts = {},
  other: StatusCodeCounts = {},
  operation: (one: number, other: number) => number,
): StatusCodeCounts {
  const all = new Set([...Object.keys(one), ...Object.keys(other)])
  return Object.fromEntries(
    [...all].map((code) => [code, operation(one[code] ?? 0, other[code] ?? 0)]),
  )
}
