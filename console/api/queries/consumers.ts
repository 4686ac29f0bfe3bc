import { queryOptions } from '@tanstack/react-query'
import { abortable } from '#client/http/connection.ts'
import { consumers } from '#client/resources/accounts/consumers.ts'
import { connection } from '#console/api/connection.ts'
import { queryKeys } from '#console/api/query-keys.ts'

export const consumerQuery = (ownerId: string, key: string) =>
  queryOptions({
    queryKey: [...queryKeys.ofOwner(ownerId, 'consumers'), key],
    queryFn: ({ signal }) => consumers(abortable(connection, signal)).get(ownerId, key),
  })

/** Only asked for when somebody wants to see it, and forgotten when the page is left. */
export const consumerSecretQuery = (ownerId: string, key: string) =>
  queryOptions({
    queryKey: [...queryKeys.ofOwner(ownerId, 'consumers'), key, 'secret'],
    queryFn: ({ signal }) => consumers(abortable(connection, signal)).secret(ownerId, key),
    gcTime: 0,
  })

/** Names of all rights that a consumer may ask for. */
export const rightsQuery = queryOptions({
  queryKey: queryKeys.catalogue('rights'),
  queryFn: ({ signal }) => consumers(abortable(connection, signal)).rights(),
})
