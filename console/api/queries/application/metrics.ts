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
    queryFn: ({ signal }) => {
      const now = Date.now()
      const { since, until } = isMoving(range) ? { since: now - range.length, until: now } : range
      return metrics(abortable(connection, signal)).get(address, {
        since: new Date(since).toISOString(),
        until: new Date(until).toISOString(),
        instance,
      })
    },
    staleTime: isMoving(range) ? 10_000 : 60_000,
    refetchInterval: isMoving(range) ? 30_000 : false,
  })

const maxMarks = 100

/** The last deployments, to be marked in charts. */
export const markedDeploymentsQuery = (address: OwnedId) =>
  queryOptions({
    queryKey: [...queryKeys.ofApplication(address, 'deployments'), { marks: true }],
    queryFn: ({ signal }) =>
      deployments(abortable(connection, signal)).summaries(address, { limit: maxMarks }),
  })
