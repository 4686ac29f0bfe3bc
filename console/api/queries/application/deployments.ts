import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { abortable } from '#client/http/connection.ts'
import { type Deployment, deployments } from '#client/resources/applications/deployments.ts'
import { releases } from '#client/resources/applications/releases.ts'
import { promotions } from '#client/resources/promotions.ts'
import { connection } from '#console/api/connection.ts'
import { type OwnedId, queryKeys } from '#console/api/query-keys.ts'

/** Which deployments: newest first. */
interface SummaryRange {
  limit: number
  offset?: number
  action?: Deployment['action']
}

/** With durations and reasons of failures; the page before stays until the next one is there. */
export const summariesQuery = (address: OwnedId, page: SummaryRange) =>
  queryOptions({
    queryKey: [...queryKeys.ofApplication(address, 'deployments'), 'summaries', page],
    queryFn: ({ signal }) => deployments(abortable(connection, signal)).summaries(address, page),
    placeholderData: keepPreviousData,
  })

/** Releases that were live; only for those who may operate. */
export const releasesQuery = (address: OwnedId) =>
  queryOptions({
    queryKey: queryKeys.ofApplication(address, 'releases'),
    queryFn: ({ signal }) => releases(abortable(connection, signal)).list(address),
  })

/** What differs between two releases, by their numbers. */
export const comparisonQuery = (address: OwnedId, from: number, to: number) =>
  queryOptions({
    queryKey: [...queryKeys.ofApplication(address, 'releases'), { from, to }],
    queryFn: ({ signal }) => releases(abortable(connection, signal)).compare(address, from, to),
  })

/** A deployment with its steps, why it failed and what changed; by its id or its number. */
export const deploymentQuery = (address: OwnedId, uuid: string) =>
  queryOptions({
    queryKey: [...queryKeys.ofApplication(address, 'deployments'), uuid],
    queryFn: ({ signal }) => deployments(abortable(connection, signal)).story(address, uuid),
  })

/** Where the releases of an application go. */
export const promotionWaysQuery = (address: OwnedId) =>
  queryOptions({
    queryKey: [...queryKeys.ofApplication(address, 'promotions'), 'ways'],
    queryFn: ({ signal }) => promotions(abortable(connection, signal)).ways(address),
  })

/** What a promotion of the live release of an application to this one would do. */
export const promotionPlanQuery = (to: OwnedId, from: string) =>
  queryOptions({
    queryKey: [...queryKeys.ofApplication(to, 'promotions'), 'plan', from],
    queryFn: ({ signal }) => promotions(abortable(connection, signal)).plan(to, { from }),
    retry: false,
  })
