import { queryOptions } from '@tanstack/react-query'
import { abortable } from '#client/http/connection.ts'
import { catalogue } from '#client/resources/marketplace/catalogue.ts'
import { connection } from '#console/api/connection.ts'
import { queryKeys } from '#console/api/query-keys.ts'

/** Sizes of builds; their prices are in the price system of a zone. */
export const buildSizesQuery = queryOptions({
  queryKey: queryKeys.catalogue('build-sizes'),
  queryFn: ({ signal }) => catalogue(abortable(connection, signal)).flavors('build'),
})
