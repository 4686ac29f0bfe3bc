import { queryOptions } from '@tanstack/react-query'
import { abortable } from '#client/http/connection.ts'
import { applications } from '#client/resources/applications/applications.ts'
import { metrics } from '#client/resources/applications/metrics.ts'
import { toolchains } from '#client/resources/toolchains.ts'
import { connection } from '#console/api/connection.ts'
import { type OwnedId, queryKeys } from '#console/api/query-keys.ts'

export const applicationsQuery = (ownerId: string) =>
  queryOptions({
    queryKey: queryKeys.applications(ownerId),
    queryFn: ({ signal }) => applications(abortable(connection, signal)).listEntries(ownerId),
  })

export const applicationQuery = (address: OwnedId) =>
  queryOptions({
    queryKey: queryKeys.application(address),
    queryFn: ({ signal }) => applications(abortable(connection, signal)).get(address),
  })

/** Figures of the last half hour, a point a minute. */
export const recentMetricsQuery = (address: OwnedId) =>
  queryOptions({
    queryKey: [...queryKeys.ofApplication(address, 'metrics'), { recent: true }],
    queryFn: ({ signal }) => metrics(abortable(connection, signal)).get(address, { span: 60 }),
    refetchInterval: 30_000,
  })

/** Outdated tools of the live release. */
export const applicationToolsQuery = (address: OwnedId) =>
  queryOptions({
    queryKey: queryKeys.ofApplication(address, 'tools'),
    queryFn: ({ signal }) => toolchains(abortable(connection, signal)).ofApplication(address),
  })
