import { queryOptions } from '@tanstack/react-query'
import { abortable } from '#client/http/connection.ts'
import { overview } from '#client/resources/overview.ts'
import { connection } from '#console/api/connection.ts'
import { type OwnedId, queryKeys } from '#console/api/query-keys.ts'

/** Figures of requests move without an event. */
const refreshed = 30_000

/** Applications and add-ons of an owner with their states. */
export const overviewQuery = (ownerId: string) =>
  queryOptions({
    queryKey: queryKeys.ofOwner(ownerId, 'overview'),
    queryFn: ({ signal }) => overview(abortable(connection, signal)).get(ownerId),
    refetchInterval: refreshed,
  })

/** State of an application, its last deployment and its instances. */
export const statusQuery = (address: OwnedId) =>
  queryOptions({
    queryKey: queryKeys.ofApplication(address, 'status'),
    queryFn: ({ signal }) => overview(abortable(connection, signal)).application(address),
    refetchInterval: refreshed,
  })
