import { queryOptions } from '@tanstack/react-query'
import { abortable } from '#client/http/connection.ts'
import { dependencies } from '#client/resources/applications/dependencies.ts'
import { addons } from '#client/resources/marketplace/addons.ts'
import { connection } from '#console/api/connection.ts'
import { type OwnedId, queryKeys } from '#console/api/query-keys.ts'

/** Add-ons that an application is linked to. */
export const linkedAddonsQuery = (address: OwnedId) =>
  queryOptions({
    queryKey: queryKeys.ofApplication(address, 'addons'),
    queryFn: ({ signal }) => addons(abortable(connection, signal)).of(address),
  })

/** Applications that an application is linked to. */
export const dependenciesQuery = (address: OwnedId) =>
  queryOptions({
    queryKey: queryKeys.ofApplication(address, 'dependencies'),
    queryFn: ({ signal }) => dependencies(abortable(connection, signal)).of(address),
  })

/** Applications that are linked to an application. */
export const dependentsQuery = (address: OwnedId) =>
  queryOptions({
    queryKey: queryKeys.ofApplication(address, 'dependents'),
    queryFn: ({ signal }) => dependencies(abortable(connection, signal)).dependents(address),
  })
