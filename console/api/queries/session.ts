import { queryOptions } from '@tanstack/react-query'
import { connection } from '#console/api/connection.ts'
import { queryKeys } from '#console/api/query-keys.ts'

/** The login of this window. */
export const sessionQuery = queryOptions({
  queryKey: queryKeys.session,
  queryFn: () => connection.session(),
  staleTime: Number.POSITIVE_INFINITY,
})
