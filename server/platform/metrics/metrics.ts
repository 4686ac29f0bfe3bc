import type { Worker } from '#kit/concurrency/worker.ts'
import { type ApplicationId, type InstanceId, isApplicationId } from '#platform/ids.ts'
import { type CollectorOptions, createCollector } from './collector.ts'
import type { InstanceLoad } from './recent-loads.ts'
import {
  applicationSource,
  isInstance,
  type MeasuredId,
  resolutions,
  type SampleSeries,
  slotOf,
} from './sample.ts'

/** Samples of an application or add-on between two moments. */
export interface MetricRange {
  since: number
  until: number
  /** Length of a point: samples of less than five minutes are kept for a day only. */
  span: number
}

/** The application as a whole, each of its instances, or one of them. */
export type WantedSources = 'total' | 'instances' | { instanceId: InstanceId }

/** What is known of the load of applications and add-ons, now and in the past. */
export interface Metrics extends Pick<Worker, 'begin' | 'close'> {
  /** Loads of an application's instances that were sampled after a moment, newest last; about one in ten seconds. */
  recentLoad(applicationId: ApplicationId, since: number): InstanceLoad[]
  /** The last sample of each of an application's instances. */
  latest(applicationId: ApplicationId): SampleSeries[]
  /** Takes a sample now, beside those of every ten seconds. */
  collect(): Promise<void>
  /** Samples of a range, also those of the last minute. */
  read(resourceId: MeasuredId, range: MetricRange, wanted: WantedSources): Promise<SampleSeries[]>
  /** Requests of each of these applications in each of the last whole minutes, oldest first. */
  requestsPerMinute(
    applicationIds: readonly ApplicationId[],
    minutes: number,
  ): Promise<Map<ApplicationId, (number | null)[]>>
  /** Deletes the samples of an application or add-on. */
  forget(resourceId: MeasuredId): Promise<void>
  /** Deletes samples that are too old or too many, and those of what no longer exists. */
  trim(exists: (resourceId: MeasuredId) => Promise<boolean>): Promise<void>
}

const minute = 60_000

export function createMetrics(options: CollectorOptions): Metrics {
  const { store, clock } = options
  const collector = createCollector(options)
  return {
    begin: collector.begin,
    close: collector.close,
    collect: collector.collect,
    recentLoad: collector.recentLoad,
    latest: collector.latest,

    async read(resourceId, { since, until, span }, wanted) {
      const isFine = span < resolutions.coarse
      const rolledUp = isFine
        ? since
        : Math.max(since, Math.min(until, await store.rolledUpUntil()))
      const source = sourceOf(wanted)
      const coarse = await store.read({
        resourceId,
        resolution: 'coarse',
        since,
        until: rolledUp,
        source: wanted === 'total' ? applicationSource : source,
      })
      const fine = await store.read({
        resourceId,
        resolution: 'fine',
        since: rolledUp,
        until,
        source,
      })
      const pending = collector.pending(resourceId).map((series) => ({
        ...series,
        samples: series.samples.filter(({ at }) => at >= rolledUp && at < until),
      }))
      return [...coarse, ...fine, ...pending].filter(
        (series) =>
          series.samples.length > 0 &&
          (wanted === 'total' || (isInstance(series.source) && isOf(series.source, source))),
      )
    },

    async requestsPerMinute(applicationIds, minutes) {
      const until = slotOf(clock(), minute)
      const since = until - minutes * minute
      const stored = await store.readRequests({ applicationIds, since, until })
      const places = new Map(
        applicationIds.map((id) => [id, new Array<number | null>(minutes).fill(null)]),
      )
      const count = (id: ApplicationId, at: number, requests: number) => {
        const counts = places.get(id)
        const place = Math.floor((at - since) / minute)
        if (counts && place >= 0 && place < minutes) counts[place] = (counts[place] ?? 0) + requests
      }
      for (const { applicationId, at, requests } of stored) count(applicationId, at, requests)
      for (const { resourceId, samples } of collector.pending()) {
        if (!isApplicationId(resourceId)) continue
        for (const { at, requests } of samples) count(resourceId, at, requests)
      }
      return places
    },

    async forget(resourceId) {
      collector.forget(resourceId)
      await store.forget(resourceId)
    },

    async trim(exists) {
      for (const id of await store.resources()) {
        if (!(await exists(id))) await store.forget(id)
      }
      await store.trim(clock())
    },
  }
}

const sourceOf = (wanted: WantedSources) =>
  typeof wanted === 'string' ? undefined : wanted.instanceId

const isOf = (source: InstanceId, wanted: InstanceId | undefined) =>
  wanted === undefined || source === wanted
