import { queryOptions } from '@tanstack/react-query'
import { abortable } from '#client/http/connection.ts'
import { gitHosts } from '#client/resources/git-hosts.ts'
import { connection } from '#console/api/connection.ts'
import { queryKeys } from '#console/api/query-keys.ts'

/** Git hosts of the operator, and those that are known without registration. */
export const gitHostsQuery = queryOptions({
  queryKey: queryKeys.operator('git-hosts'),
  queryFn: ({ signal }) => gitHosts(abortable(connection, signal)).list(),
})
