import type { Route, RouteUpstream } from '#platform/model/hosting/deployments/traffic.ts'
import type { Counters, Statistics } from '#routers/statistics.ts'
import { LiveRules } from './rules/live-rules.ts'
import type { Upstream } from './upstream/upstream.ts'
import type { Upstreams } from './upstream/upstreams.ts'

type RouteUpstreams = Pick<LiveRoute, 'upstreams' | 'spares'>

/** A route in force, with its load balancing state. */
export class LiveRoute {
  readonly applicationId: string
  readonly forceHttps: boolean
  readonly stickySessions: boolean
  readonly noIndex: boolean
  readonly upstreams: Upstream[]
  /** Backups, for requests that no upstream accepts. */
  readonly spares: Upstream[]
  readonly isStarting: boolean
  /** Absent where nothing but the application answers. */
  readonly rules: LiveRules | undefined
  /** Counters of the responses that the router gives itself. */
  readonly own: Counters
  #next = 0

  constructor(route: Route, { upstreams, spares }: RouteUpstreams, own: Counters) {
    this.applicationId = route.applicationId
    this.forceHttps = route.forceHttps
    this.stickySessions = route.stickySessions
    this.noIndex = route.noIndex ?? false
    this.isStarting = route.isStarting ?? false
    this.rules = route.rules && new LiveRules(route.rules)
    this.upstreams = upstreams
    this.spares = spares
    this.own = own
  }

  /** Round-robin index of the first upstream to try. */
  nextIndex(): number {
    this.#next = (this.#next + 1) % Math.max(1, this.upstreams.length)
    return this.#next
  }
}

/** The routes of one host by path prefix, longest first; `''` is the prefix of all paths. */
type PathRoutes = { prefix: string; live: LiveRoute; sequence: number }[]

/** The routes in force, by host and path. */
export class RouteTable {
  readonly #upstreams: Upstreams
  readonly #statistics: Statistics
  #hosts = new Map<string, PathRoutes>()
  /** Routes of `*.name` under `name`. */
  #wildcards = new Map<string, PathRoutes>()
  /** The latest first. */
  #tcp = new Map<number, LiveRoute[]>()
  readonly #byApplication = new Map<string, { route: Route; live: LiveRoute }>()
  #sequence = 0

  constructor(upstreams: Upstreams, statistics: Statistics) {
    this.#upstreams = upstreams
    this.#statistics = statistics
  }

  /**
   * The route of a host and a path that may end in a query. The most specific host wins: the exact name, then the
   * longest wildcard; a host without a route for the path leaves it to the next. Of a host, the longest prefix wins.
   */
  find(host: string, path: string): LiveRoute | undefined {
    const exact = this.#hosts.get(host)
    const found = exact && byPath(exact, path)
    return found || this.#wildcards.size === 0 ? found : this.#findWildcard(host, path)
  }

  /** All TCP ports of routes. */
  get tcpPorts(): Set<number> {
    return new Set(this.#tcp.keys())
  }

  findTcp(port: number): LiveRoute | undefined {
    return this.#tcp.get(port)?.[0]
  }

  #findWildcard(host: string, path: string): LiveRoute | undefined {
    for (let dot = host.indexOf('.'); dot >= 0; dot = host.indexOf('.', dot + 1)) {
      const routes = this.#wildcards.get(host.slice(dot + 1))
      const found = routes && byPath(routes, path)
      if (found) return found
    }
    return undefined
  }

  /** Sends the requests of one application elsewhere; its route wins over those of others for the same path. */
  setRoute(route: Route) {
    const { applicationId } = route
    const found = this.#upstreamsOf(route)
    const live = new LiveRoute(route, found, this.#statistics.of(applicationId, null))
    this.#remove(applicationId)
    this.#byApplication.set(applicationId, { route, live })
    const changed = new Set(route.domains.map(({ host, path }) => this.#add(host, path, live)))
    for (const routes of changed) if (routes.length > 1) orderByPath(routes)
    for (const port of route.tcpPorts) {
      this.#tcp.set(port, [live, ...(this.#tcp.get(port) ?? [])])
    }
    const inUse = [...found.upstreams, ...found.spares]
    this.#release(applicationId, inUse, [live.own, ...inUse.map(({ counters }) => counters)])
  }

  #upstreamsOf({ applicationId, upstreams, spares = [] }: Route): RouteUpstreams {
    const all = (routed: RouteUpstream[]) =>
      routed.map((one) => this.#upstreams.at(applicationId, one))
    return { upstreams: all(upstreams), spares: all(spares) }
  }

  removeRoute(applicationId: string) {
    this.#remove(applicationId)
    this.#release(applicationId, [], [])
  }

  /** Takes the route of one application out. */
  #remove(applicationId: string) {
    const known = this.#byApplication.get(applicationId)
    if (!known) return
    this.#byApplication.delete(applicationId)
    const isOther = ({ live }: { live: LiveRoute }) => live !== known.live
    for (const { host } of known.route.domains) {
      const [hosts, name] = this.#placeOf(host)
      const left = hosts.get(name)?.filter(isOther) ?? []
      if (left.length > 0) hosts.set(name, left)
      else hosts.delete(name)
    }
    for (const port of known.route.tcpPorts) {
      const left = (this.#tcp.get(port) ?? []).filter((live) => live !== known.live)
      if (left.length > 0) this.#tcp.set(port, left)
      else this.#tcp.delete(port)
    }
  }

  /** Of one application only these are in use. */
  #release(applicationId: string, upstreams: Upstream[], counters: Counters[]) {
    this.#upstreams.keepOnly(new Set(upstreams), applicationId)
    this.#statistics.routeOnly(new Set(counters), applicationId)
  }

  /** Replaces all routes. Requests under way stay with their upstream. */
  applyState(routes: Iterable<Route>) {
    this.#hosts = new Map()
    this.#wildcards = new Map()
    this.#tcp = new Map()
    this.#byApplication.clear()
    const inUse = new Set<Upstream>()
    const counted = new Set<Counters>()
    for (const route of routes) {
      const { applicationId } = route
      const found = this.#upstreamsOf(route)
      const own = this.#statistics.of(applicationId, null)
      counted.add(own)
      for (const upstream of [...found.upstreams, ...found.spares]) {
        inUse.add(upstream)
        counted.add(upstream.counters)
      }
      const live = new LiveRoute(route, found, own)
      for (const { host, path } of route.domains) this.#add(host, path, live)
      for (const port of route.tcpPorts) {
        this.#tcp.set(port, [live, ...(this.#tcp.get(port) ?? [])])
      }
      this.#byApplication.set(applicationId, { route, live })
    }
    for (const routes of [...this.#hosts.values(), ...this.#wildcards.values()]) {
      if (routes.length > 1) orderByPath(routes)
    }
    this.#upstreams.keepOnly(inUse)
    this.#statistics.routeOnly(counted)
  }

  /** The order of paths comes later, once for all: a host may have hundreds, and visitors wait meanwhile. */
  #add(host: string, path: string, live: LiveRoute): PathRoutes {
    const [hosts, name] = this.#placeOf(host)
    const prefix = path.endsWith('/') ? path.slice(0, -1) : path
    const routes = hosts.get(name) ?? []
    routes.push({ prefix, live, sequence: this.#sequence++ })
    hosts.set(name, routes)
    return routes
  }

  /** Where the routes of a host are, and under which name. */
  #placeOf(host: string): [Map<string, PathRoutes>, string] {
    return host.startsWith('*.') ? [this.#wildcards, host.slice(2)] : [this.#hosts, host]
  }
}

/** The longest prefix first; of equal ones, the latest. */
const orderByPath = (routes: PathRoutes) =>
  routes.sort((a, b) => b.prefix.length - a.prefix.length || b.sequence - a.sequence)

function byPath(routes: PathRoutes, path: string): LiveRoute | undefined {
  for (const { prefix, live } of routes) if (isBelow(path, prefix)) return live
  return undefined
}

/** Whether a path begins with all segments of a prefix: `/api` has `/api/a` and `/api?b`, not `/apis`. */
function isBelow(path: string, prefix: string): boolean {
  if (prefix === '') return true
  if (!path.startsWith(prefix)) return false
  const next = path[prefix.length]
  return next === undefined || next === '/' || next === '?'
}
