import { queryOptions } from '@tanstack/react-query'
import { abortable } from '#client/http/connection.ts'
import { applications } from '#client/resources/applications/applications.ts'
import { deployments } from '#client/resources/applications/deployments.ts'
import { instances } from '#client/resources/applications/instances.ts'
import { metrics } from '#client/resources/applications/metrics.ts'
import { connection } from '#console/api/connection.ts'
import { type OwnedId, queryKeys } from '#console/api/query-keys.ts'

export const applicationsQuery = (ownerId: string) =>
  queryOptions({
    queryKey: queryKeys.applications(ownerId),
    queryFn: ({ signal }) => applications(abortable(connection, signal)).list(ownerId),
  })

export const applicationQuery = (address: OwnedId) =>
  queryOptions({
    queryKey: queryKeys.application(address),
    queryFn: ({ signal }) => applications(abortable(connection, signal)).get(address),
  })

export const instancesQuery = (address: OwnedId) =>
  queryOptions({
    queryKey: queryKeys.ofApplication(address, 'instances'),
    queryFn: ({ signal }) => instances(abortable(connection, signal)).list(address),
  })

/** Newest first. */
export const deploymentsQuery = (address: OwnedId, limit = 20) =>
  queryOptions({
    queryKey: [...queryKeys.ofApplication(address, 'deployments'), { limit }],
    queryFn: ({ signal }) => deployments(abortable(connection, signal)).list(address, { limit }),
  })

/** A deployment with its steps, why it failed and what changed; by its id or its number. */
export const storyQuery = (address: OwnedId, uuid: string) =>
  queryOptions({
    queryKey: [...queryKeys.ofApplication(address, 'deployments'), uuid],
    queryFn: ({ signal }) => deployments(abortable(connection, signal)).story(address, uuid),
  })

/** Figures of the last half hour, a point a minute. */
export const recentMetricsQuery = (address: OwnedId) =>
  queryOptions({
    queryKey: [...queryKeys.ofApplication(address, 'metrics'), { recent: true }],
    queryFn: ({ signal }) => metrics(abortable(connection, signal)).get(address, { span: 60 }),
    refetchInterval: 30_000,
  })
