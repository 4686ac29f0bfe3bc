import { queryOptions } from '@tanstack/react-query'
import { abortable } from '#client/http/connection.ts'
import { organisations } from '#client/resources/accounts/organisations.ts'
import { usage } from '#client/resources/billing/usage.ts'
import { addons } from '#client/resources/marketplace/addons.ts'
import { connection } from '#console/api/connection.ts'
import { queryKeys } from '#console/api/query-keys.ts'

export const organisationQuery = (ownerId: string) =>
  queryOptions({
    queryKey: queryKeys.ofOwner(ownerId, 'organisation'),
    queryFn: ({ signal }) => organisations(abortable(connection, signal)).get(ownerId),
  })

export const addonsQuery = (ownerId: string) =>
  queryOptions({
    queryKey: queryKeys.addons(ownerId),
    queryFn: ({ signal }) => addons(abortable(connection, signal)).list(ownerId),
  })

/** Use and cost of the current month. */
export const usageQuery = (ownerId: string) =>
  queryOptions({
    queryKey: queryKeys.ofOwner(ownerId, 'usage'),
    queryFn: ({ signal }) => usage(abortable(connection, signal)).get(ownerId),
  })
