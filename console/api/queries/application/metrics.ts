import { queryOptions } from '@tanstack/react-query'
import { abortable } from '#client/http/connection.ts'
import { deployments } from '#client/resources/applications/deployments.ts'
import { metrics } from '#client/resources/applications/metrics.ts'
import { connection } from '#console/api/connection.ts'
import type { MetricsRange } from '#console/api/metrics-range.ts'
import { type OwnedId, queryKeys } from '#console/api/query-keys.ts'

const isMoving = (range: MetricsRange): range is { length: number } => 'length' in range

/** Figures of a range; one that ends now is read again while it is shown. */
export const metricsQuery = (address: OwnedId, range: MetricsRange, instance?: string) =>
  queryOptions({
    queryKey: [...queryKeys.ofApplication(address, 'metrics'), range, instance ?? ''],
    queryFn: ({ signal }) =>
      metrics(abortable(connection, signal)).get(address, { ...timesOf(range), instance }),
    staleTime: isMoving(range) ? 10_000 : 60_000,
    refetchInterval: isMoving(range) ? 30_000 : false,
  })

/** Size, memory and connections of an add-on in a range. */
export const addonMetricsQuery = (address: OwnedId, range: MetricsRange) =>
  queryOptions({
    queryKey: [...queryKeys.ofAddon(address, 'metrics'), range],
    queryFn: ({ signal }) =>
      metrics(abortable(connection, signal)).getAddon(address, timesOf(range)),
    staleTime: isMoving(range) ? 10_000 : 60_000,
    refetchInterval: isMoving(range) ? 30_000 : false,
  })

/** The begin and the end of a range, at this moment. */
function timesOf(range: MetricsRange): { since: string; until: string } {
  const now = Date.now()
  const { since, until } = isMoving(range) ? { since: now - range.length, until: now } : range
  return { since: new Date(since).toISOString(), until: new Date(until).toISOString() }
}

const maxMarks = 100

/** The last deployments, to be marked in charts. */
export const markedDeploymentsQuery = (address: OwnedId) =>
  queryOptions({
    queryKey: [...queryKeys.ofApplication(address, 'deployments'), { marks: true }],
    queryFn: ({ signal }) =>
      deployments(abortable(connection, signal)).summaries(address, { limit: maxMarks }),
  })
