import { queryOptions } from '@tanstack/react-query'
import { abortable } from '#client/http/connection.ts'
import { documentation } from '#client/resources/documentation.ts'
import { connection } from '#console/api/connection.ts'
import { queryKeys } from '#console/api/query-keys.ts'

/** Titles of the documentation, which change with an upgrade alone. */
export const documentationQuery = queryOptions({
  queryKey: queryKeys.documentation,
  queryFn: ({ signal }) => documentation(abortable(connection, signal)).pages(),
  staleTime: Number.POSITIVE_INFINITY,
})
