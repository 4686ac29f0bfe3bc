import type { StatusCodeCounts } from '#platform/model/hosting/deployments/traffic.ts'
import {
  addCodes,
  addCounts,
  type MetricSample,
  noStatus,
  type SampleSeries,
  slotOf,
} from '#platform/model/observability/sample.ts'
import { percentileOf } from './percentile.ts'

/** Figures of an application or an instance in one bucket of time; `null` where nothing is known. */
export interface MetricPoint {
  /** Start of the bucket. */
  at: number
  /** CPUs in use, on average. */
  cpu: number | null
  /** The same in percent of what the instances may use. */
  cpuPercent: number | null
  memoryBytes: number | null
  memoryPercent: number | null
  diskBytes: number | null
  /** Bytes in the bucket. */
  receivedBytes: number | null
  sentBytes: number | null
  requests: number
  requestsPerSecond: number
  /** Responses by the first digit of their status, from 1xx to 5xx. */
  status: readonly number[]
  /** Responses by status code, of codes that have a name. */
  codes: StatusCodeCounts
  /** Latencies in milliseconds; `null` without requests. */
  latency: { p50: number; p95: number; p99: number } | null
}

interface Bucket {
  samples: MetricSample[]
  /** Observed time by slot, because several instances are observed at once. */
  slots: Map<number, number>
}

/** Computes the points of all given series together. Buckets without a sample are left out. */
export function pointsOf(series: readonly SampleSeries[], span: number): MetricPoint[] {
  const buckets = new Map<number, Bucket>()
  for (const { samples } of series) {
    for (const sample of samples) {
      const at = slotOf(sample.at, span)
      const bucket: Bucket = buckets.get(at) ?? { samples: [], slots: new Map() }
      bucket.samples.push(sample)
      const observed = bucket.slots.get(sample.at) ?? 0
      // Sources of one slot were observed beside each other.
      bucket.slots.set(sample.at, Math.max(observed, sample.duration))
      buckets.set(at, bucket)
    }
  }
  return [...buckets]
    .toSorted(([one], [other]) => one - other)
    .map(([at, bucket]) => pointOf(at, bucket, span))
}

function pointOf(at: number, { samples, slots }: Bucket, span: number): MetricPoint {
  const observed = [...slots.values()].reduce((total, duration) => total + duration, 0)
  const add = (figure: (sample: MetricSample) => number | undefined) => {
    const known = samples.flatMap((sample) => figure(sample) ?? [])
    return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0)
  }
  const gauge = (name: 'memoryBytes' | 'diskBytes' | 'maxCpus' | 'maxMemoryBytes') =>
    add((sample) => times(sample[name], sample.duration))
  const per = (amount: number | null, whole: number | null) =>
    amount === null || !whole ? null : amount / whole
  const cpuTime = add(({ cpuSeconds }) => times(cpuSeconds, 1000))
  const requests = add((sample) => sample.requests) ?? 0
  const latency = samples.reduce<readonly number[]>((all, one) => addCounts(all, one.latency), [])
  return {
    at,
    cpu: per(cpuTime, observed),
    cpuPercent: percent(per(cpuTime, gauge('maxCpus'))),
    memoryBytes: per(gauge('memoryBytes'), observed),
    memoryPercent: percent(per(gauge('memoryBytes'), gauge('maxMemoryBytes'))),
    diskBytes: per(gauge('diskBytes'), observed),
    receivedBytes: add((sample) => sample.receivedBytes),
    sentBytes: add((sample) => sample.sentBytes),
    requests,
    // Nothing ran: the router answered.
    requestsPerSecond: (requests * 1000) / (observed || span),
    status: samples.reduce<readonly number[]>((all, one) => addCounts(all, one.status), noStatus),
    codes: samples.reduce<StatusCodeCounts>((all, one) => addCodes(all, one.codes), {}),
    latency: latenciesOf(latency),
  }
}

const times = (figure: number | undefined, factor: number) =>
  figure === undefined ? undefined : figure * factor

const percent = (share: number | null) => (share === null ? null : share * 100)

/** Percentiles of the merged histogram, because those of its parts cannot be averaged. */
function latenciesOf(counts: readonly number[]): MetricPoint['latency'] {
  const [p50, p95, p99] = [50, 95, 99].map((rank) => percentileOf(counts, rank))
  return p50 === undefined || p95 === undefined || p99 === undefined ? null : { p50, p95, p99 }
}
