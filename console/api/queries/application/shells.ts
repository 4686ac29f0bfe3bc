import { queryOptions } from '@tanstack/react-query'
import { abortable } from '#client/http/connection.ts'
import { instances } from '#client/resources/applications/instances.ts'
import { connection } from '#console/api/connection.ts'
import { type OwnedId, queryKeys } from '#console/api/query-keys.ts'

/** Whether members may open shells in instances of an application. */
export const shellAccessQuery = (address: OwnedId) =>
  queryOptions({
    queryKey: queryKeys.ofApplication(address, 'shells'),
    queryFn: ({ signal }) => instances(abortable(connection, signal)).shellAccess(address),
  })
