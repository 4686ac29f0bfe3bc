import { queryOptions } from '@tanstack/react-query'
import { abortable } from '#client/http/connection.ts'
import { alerts } from '#client/resources/alerts.ts'
import { connection } from '#console/api/connection.ts'
import { queryKeys } from '#console/api/query-keys.ts'

export const alertsQuery = (ownerId: string) =>
  queryOptions({
    queryKey: queryKeys.ofOwner(ownerId, 'alerts'),
    queryFn: ({ signal }) => alerts(abortable(connection, signal)).list(ownerId),
  })
