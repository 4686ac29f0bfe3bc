import { type ApplicationId, type InstanceId, isApplicationId } from '#platform/model/ids.ts'
import type { Metrics, WantedSources } from '#platform/model/observability/metrics.ts'
import {
  applicationSource,
  isInstance,
  resolutions,
  slotOf,
} from '#platform/model/observability/sample.ts'
import { type CollectorOptions, createCollector } from './collector.ts'

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
