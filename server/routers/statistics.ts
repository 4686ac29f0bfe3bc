import { STATUS_CODES } from 'node:http'
import type {
  InstanceStatistics,
  RouterStatistics,
  StatusClass,
  StatusCodeCounts,
} from '#platform/model/hosting/deployments/traffic.ts'
import type { ApplicationId, InstanceId } from '#platform/model/ids.ts'

/** Counters of instances without a route are forgotten after this long, so that replaced ones do not add up. */
const keepUnrouted = 3_600_000
/** One bucket per bound of `latencyBounds`, and one for the rest. */
export const bucketCount = 37
const classes: StatusClass[] = ['1xx', '2xx', '3xx', '4xx', '5xx']

/**
 * Codes that are counted one by one: those with a name. An application can answer with any other number, which is counted
 * by its class only, so that it cannot make the counters grow.
 */
const codes = Object.keys(STATUS_CODES)
/** Place of each code in the counters; -1 for one without a name. */
const places = new Int8Array(1000).fill(-1)
for (const [place, code] of codes.entries()) places[Number(code)] = place

/** Counters of one instance, or of the router's own responses for an application. */
export class Counters {
  requests = 0
  /** Requests and upgraded connections under way. */
  inFlight = 0
  bytesIn = 0
  bytesOut = 0
  /** When the last route to it ended, by the monotonic clock; `undefined` while there is one. */
  unroutedAt: number | undefined = performance.now()
  readonly #status = [0, 0, 0, 0, 0]
  readonly #codes = new Array<number>(codes.length).fill(0)
  readonly #latency = new Array<number>(bucketCount).fill(0)

  /** Counts a finished request. */
  count(status: number, milliseconds: number) {
    this.requests += 1
    const at = Math.min(4, Math.max(0, Math.floor(status / 100) - 1))
    this.#status[at] = (this.#status[at] as number) + 1
    const place = places[status] ?? -1
    if (place >= 0) this.#codes[place] = (this.#codes[place] as number) + 1
    const bucket = bucketOf(milliseconds)
    this.#latency[bucket] = (this.#latency[bucket] as number) + 1
  }

  /** Whether anything was counted; TCP redirections count only bytes. */
  get isUsed(): boolean {
    return this.requests + this.inFlight + this.bytesIn + this.bytesOut > 0
  }

  read(applicationId: ApplicationId, instanceId: InstanceId | null): InstanceStatistics {
    const { requests, inFlight, bytesIn, bytesOut } = this
    const status = Object.fromEntries(classes.map((name, at) => [name, this.#status[at]]))
    return {
      applicationId,
      instanceId,
      requests,
      ...(inFlight > 0 && { inFlight }),
      status: status as Record<StatusClass, number>,
      codes: this.#readCodes(),
      bytesIn,
      bytesOut,
      latency: [...this.#latency],
    }
  }

  #readCodes(): StatusCodeCounts {
    const counts: Record<string, number> = {}
    for (const [place, code] of codes.entries()) {
      const count = this.#codes[place] as number
      if (count > 0) counts[code] = count
    }
    return counts
  }
}

interface Entry {
  applicationId: ApplicationId
  instanceId: InstanceId | null
  counters: Counters
}

/** Counters by application and instance, from the start of the router. */
export class Statistics {
  readonly #startedAt = Date.now()
  readonly #entries = new Map<string, Entry>()
  readonly #byApplication = new Map<string, Set<Entry>>()

  /** The counters of an instance, which survive changes of its route and address. */
  of(applicationId: ApplicationId, instanceId: InstanceId | null): Counters {
    const key = `${applicationId} ${instanceId}`
    const known = this.#entries.get(key)
    if (known) return known.counters
    const counters = new Counters()
    const entry = { applicationId, instanceId, counters }
    this.#entries.set(key, entry)
    const own = this.#byApplication.get(applicationId) ?? new Set<Entry>()
    this.#byApplication.set(applicationId, own.add(entry))
    return counters
  }

  /** Takes what is under way at each instance; none at those that are not named. */
  setInFlight(counts: ReadonlyMap<string, number>) {
    for (const { instanceId, counters } of this.#entries.values()) {
      counters.inFlight = (instanceId !== null && counts.get(instanceId)) || 0
    }
  }

  /** Only these, of one application if it is named, belong to a route; the others are forgotten in time. */
  routeOnly(counted: Set<Counters>, applicationId?: string) {
    const now = performance.now()
    const all =
      applicationId === undefined
        ? this.#entries.values()
        : (this.#byApplication.get(applicationId) ?? [])
    for (const { counters } of all) {
      counters.unroutedAt = counted.has(counters) ? undefined : (counters.unroutedAt ?? now)
    }
  }

  /** All counters that are not 0. */
  read(): RouterStatistics {
    const forgotten = performance.now() - keepUnrouted
    const routes: InstanceStatistics[] = []
    for (const [key, entry] of this.#entries) {
      const { applicationId, instanceId, counters } = entry
      if ((counters.unroutedAt ?? Number.POSITIVE_INFINITY) < forgotten) this.#forget(key, entry)
      else if (counters.isUsed) routes.push(counters.read(applicationId, instanceId))
    }
    return { startedAt: this.#startedAt, routes }
  }

  #forget(key: string, entry: Entry) {
    this.#entries.delete(key)
    const own = this.#byApplication.get(entry.applicationId)
    own?.delete(entry)
    if (own?.size === 0) this.#byApplication.delete(entry.applicationId)
  }
}

/** Index of the first of `latencyBounds` that is not smaller. */
export function bucketOf(milliseconds: number): number {
  if (milliseconds <= 0.5) return 0
  return Math.min(bucketCount - 1, Math.ceil(2 * Math.log2(milliseconds) + 2))
}
