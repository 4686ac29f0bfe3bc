import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { abortable } from '#client/http/connection.ts'
import { statements } from '#client/resources/billing/statements.ts'
import { deliveries } from '#client/resources/marketplace/deliveries.ts'
import { providers } from '#client/resources/marketplace/providers.ts'
import { connection } from '#console/api/connection.ts'
import { queryKeys } from '#console/api/query-keys.ts'

const maxDeliveries = 30
/** Calls come without an event. */
const refreshed = 15_000

/** Providers of an owner with plans and features. */
export const ownProvidersQuery = (ownerId: string) =>
  queryOptions({
    queryKey: queryKeys.ofOwner(ownerId, 'providers'),
    queryFn: ({ signal }) => providers(abortable(connection, signal)).list(ownerId),
  })

export const testersQuery = (ownerId: string, providerId: string) =>
  queryOptions({
    queryKey: [...queryKeys.ofOwner(ownerId, 'providers'), providerId, 'testers'],
    queryFn: ({ signal }) => providers(abortable(connection, signal)).testers(ownerId, providerId),
  })

/** Description of a provider with everything that its owner can change. */
export const ownProviderQuery = (ownerId: string, providerId: string) =>
  queryOptions({
    queryKey: [...queryKeys.ofOwner(ownerId, 'providers'), providerId, 'description'],
    queryFn: ({ signal }) => providers(abortable(connection, signal)).get(ownerId, providerId),
  })

/** The manifest without its secrets. */
export const manifestQuery = (ownerId: string, providerId: string) =>
  queryOptions({
    queryKey: [...queryKeys.ofOwner(ownerId, 'providers'), providerId, 'manifest'],
    queryFn: ({ signal }) => providers(abortable(connection, signal)).manifest(ownerId, providerId),
  })

/** Calls between the platform and the service of a provider, newest first, page by page. */
export const deliveriesQuery = (
  ownerId: string,
  providerId: string,
  filter: { failed: boolean; addonId: string },
) =>
  infiniteQueryOptions({
    queryKey: [...queryKeys.ofOwner(ownerId, 'providers'), providerId, 'deliveries', filter],
    queryFn: ({ signal, pageParam }) =>
      deliveries(abortable(connection, signal)).list(ownerId, providerId, {
        limit: maxDeliveries,
        failed: filter.failed,
        before: pageParam || undefined,
        addonId: filter.addonId || undefined,
      }),
    initialPageParam: '',
    getNextPageParam: (last) => (last.length < maxDeliveries ? undefined : last.at(-1)?.id),
    refetchInterval: refreshed,
  })

/** Months that have a statement, newest first. */
export const statementMonthsQuery = (ownerId: string, providerId: string) =>
  queryOptions({
    queryKey: [...queryKeys.ofOwner(ownerId, 'statements'), providerId],
    queryFn: ({ signal }) => statements(abortable(connection, signal)).months(ownerId, providerId),
  })

export const statementQuery = (ownerId: string, providerId: string, month: string) =>
  queryOptions({
    queryKey: [...queryKeys.ofOwner(ownerId, 'statements'), providerId, month],
    queryFn: ({ signal }) =>
      statements(abortable(connection, signal)).get(ownerId, providerId, month),
  })
