import type { StatusCodeCounts } from '#platform/model/hosting/deployments/traffic.ts'
import type { AddonId, ApplicationId, InstanceId } from '#platform/model/ids.ts'

/** Length of the slots of samples, in milliseconds: fine ones for a day, coarse ones for a month. */
export const resolutions = { fine: 10_000, coarse: 300_000 }
export type Resolution = keyof typeof resolutions

/** How long samples are kept, in milliseconds. */
export const retention: Record<Resolution, number> = { fine: 86_400_000, coarse: 31 * 86_400_000 }

/** Start of the slot that a moment lies in. */
export const slotOf = (moment: number, length: number): number =>
  Math.floor(moment / length) * length

/** What counts responses that the router gave itself, such as the page of a stopped application. */
export const routerSource = 'router'
/** The sum of all sources, kept for coarse slots: a month of it is read as fast as that of one instance. */
export const applicationSource = 'application'
/** What its provider tells of an add-on. */
export const addonSource = 'addon'
export type MetricSource =
  | InstanceId
  | typeof routerSource
  | typeof applicationSource
  | typeof addonSource

export const isInstance = (source: MetricSource): source is InstanceId =>
  source !== routerSource && source !== applicationSource && source !== addonSource

/** What has samples. */
export type MeasuredId = ApplicationId | AddonId

/**
 * What one instance or add-on used in one slot. Counts are those of the slot, gauges are averages over `duration`; a figure is
 * absent when the machine cannot tell it.
 */
export interface MetricSample {
  /** Start of the slot. */
  at: number
  /** How much of the slot was observed, in milliseconds. */
  duration: number
  cpuSeconds?: number | undefined
  /** CPUs that the instance may use. */
  maxCpus?: number | undefined
  memoryBytes?: number | undefined
  peakMemoryBytes?: number | undefined
  /** Memory that the instance may use. */
  maxMemoryBytes?: number | undefined
  diskBytes?: number | undefined
  /** Disk that the plan of an add-on allows. */
  maxDiskBytes?: number | undefined
  /** Open connections to an add-on, and how many its plan allows. */
  connections?: number | undefined
  maxConnections?: number | undefined
  receivedBytes?: number | undefined
  sentBytes?: number | undefined
  requests: number
  /** Responses by the first digit of their status, from 1xx to 5xx. */
  status: readonly number[]
  /** Responses by status code; absent in samples of earlier versions. */
  codes?: StatusCodeCounts
  /** Requests by latency, in the buckets of the router; empty when there were none. */
  latency: readonly number[]
}

/** Samples of one source. */
export interface SampleSeries {
  resourceId: MeasuredId
  source: MetricSource
  resolution: Resolution
  samples: MetricSample[]
}

/** Figures that are averages over the observed time. */
type Gauge =
  | 'maxCpus'
  | 'memoryBytes'
  | 'maxMemoryBytes'
  | 'diskBytes'
  | 'maxDiskBytes'
  | 'connections'
  | 'maxConnections'

export const noStatus: readonly number[] = [0, 0, 0, 0, 0]

/** Adds histograms and other lists of counters, of whatever lengths. */
export function addCounts(one: readonly number[], other: readonly number[]): readonly number[] {
  if (other.length === 0) return one
  if (one.length === 0) return other
  const [longer, shorter] = one.length >= other.length ? [one, other] : [other, one]
  return longer.map((count, place) => count + (shorter[place] ?? 0))
}

/** Adds counts of responses by status code. */
export function addCodes(
  one: StatusCodeCounts,
  other: StatusCodeCounts | undefined,
): StatusCodeCounts {
  if (!other) return one
  const all: Record<string, number> = { ...one }
  for (const [code, count] of Object.entries(other)) all[code] = (all[code] ?? 0) + count
  return all
}

/** Merges samples of one source into the one of a longer slot. */
export function mergeSamples(at: number, samples: readonly MetricSample[]): MetricSample {
  let merged: MetricSample = { at, duration: 0, requests: 0, status: noStatus, latency: [] }
  for (const sample of samples) {
    const mean = (figure: Gauge) =>
      weightedMean(merged[figure], merged.duration, sample[figure], sample.duration)
    merged = {
      at,
      duration: merged.duration + sample.duration,
      cpuSeconds: sum(merged.cpuSeconds, sample.cpuSeconds),
      maxCpus: mean('maxCpus'),
      memoryBytes: mean('memoryBytes'),
      peakMemoryBytes: largest(merged.peakMemoryBytes, sample.peakMemoryBytes),
      maxMemoryBytes: mean('maxMemoryBytes'),
      diskBytes: mean('diskBytes'),
      maxDiskBytes: mean('maxDiskBytes'),
      connections: mean('connections'),
      maxConnections: mean('maxConnections'),
      receivedBytes: sum(merged.receivedBytes, sample.receivedBytes),
      sentBytes: sum(merged.sentBytes, sample.sentBytes),
      requests: merged.requests + sample.requests,
      status: addCounts(merged.status, sample.status),
      codes: addCodes(merged.codes ?? {}, sample.codes),
      latency: addCounts(merged.latency, sample.latency),
    }
  }
  return merged
}

/** Adds up the samples of all sources in one fine slot, in which they were observed beside each other. */
export function combineSources(at: number, samples: readonly MetricSample[]): MetricSample {
  const duration = Math.max(0, ...samples.map((sample) => sample.duration))
  const total = (figure: (sample: MetricSample) => Figure) =>
    samples.reduce<Figure>((all, sample) => sum(all, figure(sample)), undefined)
  const gauge = (name: Gauge) => {
    const weighted = total((sample) => times(sample[name], sample.duration))
    return weighted === undefined || duration === 0 ? undefined : weighted / duration
  }
  return {
    at,
    duration,
    cpuSeconds: total(({ cpuSeconds }) => cpuSeconds),
    maxCpus: gauge('maxCpus'),
    memoryBytes: gauge('memoryBytes'),
    peakMemoryBytes: total(({ peakMemoryBytes }) => peakMemoryBytes),
    maxMemoryBytes: gauge('maxMemoryBytes'),
    diskBytes: gauge('diskBytes'),
    maxDiskBytes: gauge('maxDiskBytes'),
    connections: gauge('connections'),
    maxConnections: gauge('maxConnections'),
    receivedBytes: total(({ receivedBytes }) => receivedBytes),
    sentBytes: total(({ sentBytes }) => sentBytes),
    requests: total(({ requests }) => requests) ?? 0,
    status: samples.reduce<readonly number[]>((all, one) => addCounts(all, one.status), noStatus),
    codes: samples.reduce<StatusCodeCounts>((all, one) => addCodes(all, one.codes), {}),
    latency: samples.reduce<readonly number[]>((all, one) => addCounts(all, one.latency), []),
  }
}

type Figure = number | undefined

const times = (figure: Figure, factor: number): Figure =>
  figure === undefined ? undefined : figure * factor

const sum = (one: Figure, other: Figure): Figure =>
  one === undefined || other === undefined ? (one ?? other) : one + other

const largest = (one: Figure, other: Figure): Figure =>
  one === undefined || other === undefined ? (one ?? other) : Math.max(one, other)

function weightedMean(one: Figure, weight: number, other: Figure, otherWeight: number): Figure {
  if (one === undefined || other === undefined) return one ?? other
  const total = weight + otherWeight
  return total === 0 ? other : (one * weight + other * otherWeight) / total
}
