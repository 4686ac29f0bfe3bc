import { queryOptions } from '@tanstack/react-query'
import { abortable } from '#client/http/connection.ts'
import { examples } from '#client/resources/examples.ts'
import { catalogue } from '#client/resources/marketplace/catalogue.ts'
import { offers } from '#client/resources/marketplace/offers.ts'
import { connection } from '#console/api/connection.ts'
import { queryKeys } from '#console/api/query-keys.ts'

/** Types of applications that can be created here, with their usual sizes. */
export const instanceTypesQuery = (ownerId: string) =>
  queryOptions({
    queryKey: [...queryKeys.catalogue('instance-types'), ownerId],
    queryFn: ({ signal }) => catalogue(abortable(connection, signal)).instanceTypes(ownerId),
    select: (types) => types.filter(({ enabled }) => enabled),
  })

/** Sizes of instances with their prices of an hour. */
export const flavorsQuery = queryOptions({
  queryKey: queryKeys.catalogue('flavors'),
  queryFn: ({ signal }) => catalogue(abortable(connection, signal)).flavors(),
})

export const zonesQuery = queryOptions({
  queryKey: queryKeys.catalogue('zones'),
  queryFn: ({ signal }) => catalogue(abortable(connection, signal)).zones(),
})

/** Providers that an owner can order add-ons from. */
export const offersQuery = (ownerId: string) =>
  queryOptions({
    queryKey: queryKeys.ofOwner(ownerId, 'offers'),
    queryFn: ({ signal }) => offers(abortable(connection, signal)).list(ownerId),
  })

export const offerQuery = (ownerId: string, providerId: string) =>
  queryOptions({
    queryKey: [...queryKeys.ofOwner(ownerId, 'offers'), providerId],
    queryFn: ({ signal }) => offers(abortable(connection, signal)).get(ownerId, providerId),
  })

/** Versions and options of a provider; an error with status 404 if it has one version only. */
export const versionsQuery = (providerId: string) =>
  queryOptions({
    queryKey: [...queryKeys.catalogue('versions'), providerId],
    queryFn: ({ signal }) => offers(abortable(connection, signal)).versions(providerId),
  })

/** Examples that can be deployed here. */
export const examplesQuery = queryOptions({
  queryKey: queryKeys.catalogue('examples'),
  queryFn: ({ signal }) => examples(abortable(connection, signal)).list(),
})
