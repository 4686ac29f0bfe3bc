import { queryOptions } from '@tanstack/react-query'
import { abortable } from '#client/http/connection.ts'
import { networkGroups } from '#client/resources/applications/network-groups.ts'
import { connection } from '#console/api/connection.ts'
import { queryKeys } from '#console/api/query-keys.ts'

/** Instances of members come and go without an event. */
const refreshed = 10_000

/** All groups of an owner, with members and peers. */
export const networkGroupsQuery = (ownerId: string) =>
  queryOptions({
    queryKey: queryKeys.ofOwner(ownerId, 'network-groups'),
    queryFn: ({ signal }) => networkGroups(abortable(connection, signal)).list(ownerId),
    refetchInterval: refreshed,
  })
