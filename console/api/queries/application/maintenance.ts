import { queryOptions } from '@tanstack/react-query'
import { abortable } from '#client/http/connection.ts'
import { maintenance } from '#client/resources/applications/visitors/maintenance.ts'
import { connection } from '#console/api/connection.ts'
import { type OwnedId, queryKeys } from '#console/api/query-keys.ts'

/** Whether visitors of an application get a page instead of it. */
export const maintenanceQuery = (address: OwnedId) =>
  queryOptions({
    queryKey: queryKeys.ofApplication(address, 'maintenance'),
    queryFn: ({ signal }) => maintenance(abortable(connection, signal)).get(address),
  })
