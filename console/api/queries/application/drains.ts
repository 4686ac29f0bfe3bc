import { queryOptions } from '@tanstack/react-query'
import { abortable } from '#client/http/connection.ts'
import { drains } from '#client/resources/applications/drains.ts'
import { connection } from '#console/api/connection.ts'
import { type OwnedId, queryKeys } from '#console/api/query-keys.ts'

/** Deliveries are no events, so that what waits is asked for while somebody looks. */
const interval = 5000

/** Drains of an application, with their states and backlogs. */
export const drainsQuery = (address: OwnedId) =>
  queryOptions({
    queryKey: queryKeys.ofApplication(address, 'drains'),
    queryFn: ({ signal }) => drains(abortable(connection, signal)).list(address),
    refetchInterval: interval,
  })
