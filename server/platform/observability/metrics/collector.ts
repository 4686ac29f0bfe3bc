import { type Clock, monotonicClock } from '#kit/concurrency/clock.ts'
import { createWorker, type Worker } from '#kit/concurrency/worker.ts'
import type { InstanceUsage } from '#platform/model/hosting/deployments/engine.ts'
import type { RouterStatistics } from '#platform/model/hosting/deployments/traffic.ts'
import type { ApplicationId, InstanceId } from '#platform/model/ids.ts'
import type { MetricStore } from '#platform/model/observability/metric-store.ts'
import type { InstanceLoad } from '#platform/model/observability/metrics.ts'
import {
  type MeasuredId,
  type MetricSample,
  type MetricSource,
  noStatus,
  resolutions,
  routerSource,
  type SampleSeries,
  slotOf,
} from '#platform/model/observability/sample.ts'
import {
  type Reading,
  type RequestCounters,
  requestsSince,
  type UsageCounters,
  usageSince,
} from './differences.ts'
import { RecentLoads } from './recent-loads.ts'

export interface InstanceSize {
  maxCpus: number
  maxMemoryBytes: number
}

export interface CollectorOptions {
  clock: Clock
  /** Durations and recent loads are of this clock. */
  monotonic?: Clock
  store: MetricStore
  readUsage: () => Promise<InstanceUsage[]>
  readStatistics: () => Promise<RouterStatistics>
  /** Size of an instance; asked once for each. */
  sizeOf: (instanceId: InstanceId) => Promise<InstanceSize | undefined>
  onBug: (error: unknown) => void
}

/** Samples all instances every ten seconds. */
export interface Collector extends Worker {
  /** Takes one sample now, and stores those of the last minute when it is over. */
  collect(): Promise<void>
  recentLoad(applicationId: ApplicationId, since: number): InstanceLoad[]
  /** The last sample of each instance that runs. */
  latest(applicationId: ApplicationId): SampleSeries[]
  /** Samples that are not in the store yet, of one application or of all. */
  pending(resourceId?: MeasuredId): SampleSeries[]
  forget(resourceId: MeasuredId): void
}

interface ReadingPair {
  /** By the monotonic clock. */
  at: number
  usage: Reading<UsageCounters>
  /** Absent until the router has answered for the first time. */
  requests: Reading<RequestCounters> | undefined
}

/** Samples are written once a minute, because a write costs the same for one sample as for six. */
const flushInterval = 60_000

export function createCollector(options: CollectorOptions): Collector {
  const {
    clock,
    monotonic = monotonicClock,
    store,
    readUsage,
    readStatistics,
    sizeOf,
    onBug,
  } = options
  const loads = new RecentLoads()
  const sizes = new Map<string, InstanceSize | undefined>()
  const pending = new Map<string, SampleSeries>()
  let before: ReadingPair | undefined
  let flushedAt: number | undefined
  let isFailing = false

  const knownSize = async (instanceId: InstanceId) => {
    if (!sizes.has(instanceId)) sizes.set(instanceId, await sizeOf(instanceId))
    return sizes.get(instanceId)
  }

  let latest = new Map<ApplicationId, SampleSeries[]>()

  const note = (applicationId: ApplicationId, source: MetricSource, sample: MetricSample) => {
    const key = `${applicationId} ${source}`
    const fine = { resourceId: applicationId, source, resolution: 'fine' } as const
    const series = pending.get(key) ?? { ...fine, samples: [] }
    series.samples.push(sample)
    pending.set(key, series)
    const last: SampleSeries = { ...fine, samples: [sample] }
    latest.set(applicationId, [...(latest.get(applicationId) ?? []), last])
  }

  /** On a full disk samples are lost, which is reported once. */
  const flush = async () => {
    flushedAt = monotonic()
    const series = [...pending.values()]
    pending.clear()
    try {
      if (series.length > 0) await store.add(series)
      await store.rollUp(clock())
      isFailing = false
    } catch (error) {
      if (!isFailing) onBug(error)
      isFailing = true
    }
  }

  const read = async () => {
    // While the router is restarted, its requests are counted by the next reading.
    const [usages, statistics] = await Promise.all([
      readUsage(),
      readStatistics().catch(() => undefined),
    ])
    const at = monotonic()
    const earlier = before
    const now: ReadingPair = {
      at,
      usage: usageReading(usages),
      requests: statistics ? requestReading(statistics) : earlier?.requests,
    }
    before = now
    for (const id of sizes.keys()) if (!now.usage.counters.has(id)) sizes.delete(id)
    loads.keepOnly(new Set(usages.map(({ applicationId }) => applicationId)))
    // The first reading after a start is only what later ones are compared with.
    if (!earlier || at <= earlier.at) return
    latest = new Map()
    const duration = at - earlier.at
    // The slot that the time since then overlaps most.
    const slot = slotOf(clock() - duration / 2, resolutions.fine)
    const loadsOf = new Map<ApplicationId, InstanceLoad[]>()
    for (const usage of usages) {
      const { applicationId } = usage
      const instanceId = usage.instanceId as InstanceId
      const used = usageSince(earlier.usage.counters.get(instanceId), usage)
      const requests = requestsSince(earlier.requests, now.requests, instanceId) ?? noRequests
      const { memoryBytes, diskBytes } = usage
      note(applicationId, instanceId, {
        at: slot,
        duration,
        ...used,
        ...(await knownSize(instanceId)),
        memoryBytes,
        peakMemoryBytes: memoryBytes,
        diskBytes,
        ...requests,
      })
      const cpu = used.cpuSeconds === undefined ? undefined : (used.cpuSeconds * 1000) / duration
      const requestsPerSecond = (requests.requests * 1000) / duration
      const own = loadsOf.get(applicationId) ?? []
      own.push({ instanceId, at, cpu, memoryBytes, requestsPerSecond })
      loadsOf.set(applicationId, own)
    }
    for (const [applicationId, own] of loadsOf) loads.add(applicationId, own)
    const isSampled = new Set(usages.map(({ instanceId }) => instanceId))
    for (const route of statistics?.routes ?? []) {
      if (route.instanceId !== null && isSampled.has(route.instanceId)) continue
      const requests = requestsSince(earlier.requests, now.requests, sourceKey(route))
      if (!requests || requests.requests === 0) continue
      note(route.applicationId, route.instanceId ?? routerSource, {
        at: slot,
        duration: 0,
        ...requests,
      })
    }
  }

  const collect = async () => {
    await read()
    flushedAt ??= monotonic()
    if (monotonic() - flushedAt >= flushInterval) await flush()
  }

  const worker = createWorker({
    async run() {
      await collect()
      return resolutions.fine - (clock() % resolutions.fine)
    },
    onError: onBug,
  })

  return {
    ...worker,
    collect,
    recentLoad: (applicationId, since) => loads.since(applicationId, since),
    latest: (applicationId) => latest.get(applicationId) ?? [],
    pending: (id) =>
      [...pending.values()].filter(({ resourceId }) => id === undefined || resourceId === id),
    forget(id) {
      for (const [key, { resourceId }] of pending) if (resourceId === id) pending.delete(key)
    },
    async close() {
      await worker.close()
      await flush()
    },
  }
}

const noRequests: RequestCounters = { requests: 0, status: noStatus, codes: {}, latency: [] }

/** Responses of the router itself are counted by application. */
const sourceKey = ({
  applicationId,
  instanceId,
}: Pick<RouterStatistics['routes'][number], 'applicationId' | 'instanceId'>) =>
  instanceId ?? `${routerSource} ${applicationId}`

const usageReading = (usages: readonly InstanceUsage[]): Reading<UsageCounters> => ({
  startedAt: 0,
  counters: new Map(usages.map((usage) => [usage.instanceId, usage])),
})

function requestReading({ startedAt, routes }: RouterStatistics): Reading<RequestCounters> {
  const counters = routes.map((route): [string, RequestCounters] => {
    const { requests, status, codes = {}, latency } = route
    const classes = [status['1xx'], status['2xx'], status['3xx'], status['4xx'], status['5xx']]
    return [sourceKey(route), { requests, status: classes, codes, latency }]
  })
  return { startedAt, counters: new Map(counters) }
}
