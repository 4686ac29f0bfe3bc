import type { Route } from '#platform/deployments/traffic.ts'
import type { Upstream } from '#routers/node/proxy/upstream/upstream.ts'
import type { Upstreams } from '#routers/node/proxy/upstream/upstreams.ts'

/** A route in force, with its load balancing state. */
export class LiveRoute {
  readonly forceHttps: boolean
  readonly stickySessions: boolean
  readonly upstreams: Upstream[]
  #next = 0

  constructor(route: Route, upstreams: Upstream[]) {
    this.forceHttps = route.forceHttps
    this.stickySessions = route.stickySessions
    this.upstreams = upstreams
  }

  /** Round-robin index of the first upstream to try. */
  turn(): number {
    this.#next = (this.#next + 1) % Math.max(1, this.upstreams.length)
    return this.#next
  }
}

/** The routes in force, by host. */
export class RouteTable {
  readonly #upstreams: Upstreams
  #lanes = new Map<string, LiveRoute>()

  constructor(upstreams: Upstreams) {
    this.#upstreams = upstreams
  }

  find(host: string): LiveRoute | undefined {
    return this.#lanes.get(host)
  }

  /** Replaces all routes. Requests under way stay with their upstream. */
  applyState(routes: Iterable<Route>) {
    const lanes = new Map<string, LiveRoute>()
    const inUse = new Set<Upstream>()
    for (const route of routes) {
      const upstreams = route.addresses.map((address) => this.#upstreams.at(address))
      for (const upstream of upstreams) inUse.add(upstream)
      const lane = new LiveRoute(route, upstreams)
      for (const host of route.hosts) lanes.set(host, lane)
    }
    this.#lanes = lanes
    this.#upstreams.keepOnly(inUse)
  }
}
