import type { Route } from '#platform/deployments/traffic.ts'
import type { Destination } from '#routers/node/proxy/upstream/upstream.ts'
import type { Destinations } from '#routers/node/proxy/upstream/upstreams.ts'

/** A route in force: where the next request of its visitors goes. */
export class Lane {
  readonly forceHttps: boolean
  readonly stickySessions: boolean
  readonly destinations: Destination[]
  #next = 0

  constructor(route: Route, destinations: Destination[]) {
    this.forceHttps = route.forceHttps
    this.stickySessions = route.stickySessions
    this.destinations = destinations
  }

  /** Where in the list a new request begins to try: one further each time. */
  turn(): number {
    this.#next = (this.#next + 1) % Math.max(1, this.destinations.length)
    return this.#next
  }
}

/** The routes in force, by host. */
export class Table {
  readonly #destinations: Destinations
  #lanes = new Map<string, Lane>()

  constructor(destinations: Destinations) {
    this.#destinations = destinations
  }

  find(host: string): Lane | undefined {
    return this.#lanes.get(host)
  }

  /** Puts these routes in force, and no others. Requests under way go on where they are. */
  enforce(routes: Iterable<Route>) {
    const lanes = new Map<string, Lane>()
    const inUse = new Set<Destination>()
    for (const route of routes) {
      const destinations = route.addresses.map((address) => this.#destinations.at(address))
      for (const destination of destinations) inUse.add(destination)
      const lane = new Lane(route, destinations)
      for (const host of route.hosts) lanes.set(host, lane)
    }
    this.#lanes = lanes
    this.#destinations.keepOnly(inUse)
  }
}
