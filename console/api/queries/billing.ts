import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { abortable } from '#client/http/connection.ts'
import { billingAccounts } from '#client/resources/billing/account.ts'
import { invoices } from '#client/resources/billing/invoices.ts'
import { prices } from '#client/resources/billing/prices.ts'
import { type CostedBounds, usage } from '#client/resources/billing/usage.ts'
import { catalogue } from '#client/resources/marketplace/catalogue.ts'
import { connection } from '#console/api/connection.ts'
import { type OwnedId, queryKeys } from '#console/api/query-keys.ts'

/** Use and cost of a month, such as `2026-11`; without one of the current month. */
export const monthUsageQuery = (ownerId: string, month: string) =>
  queryOptions({
    queryKey: [...queryKeys.ofOwner(ownerId, 'usage'), month],
    queryFn: ({ signal }) =>
      usage(abortable(connection, signal)).get(ownerId, month === '' ? undefined : month),
  })

export const alertsQuery = (ownerId: string) =>
  queryOptions({
    queryKey: queryKeys.ofOwner(ownerId, 'alerts'),
    queryFn: ({ signal }) => usage(abortable(connection, signal)).alerts(ownerId),
  })

/** Newest first. */
export const invoicesQuery = (ownerId: string) =>
  queryOptions({
    queryKey: queryKeys.ofOwner(ownerId, 'invoices'),
    queryFn: ({ signal }) => invoices(abortable(connection, signal)).list(ownerId),
  })

export const invoiceQuery = (ownerId: string, number: string) =>
  queryOptions({
    queryKey: [...queryKeys.ofOwner(ownerId, 'invoices'), number],
    queryFn: ({ signal }) => invoices(abortable(connection, signal)).get(ownerId, number),
  })

export const billingAccountQuery = (ownerId: string) =>
  queryOptions({
    queryKey: queryKeys.ofOwner(ownerId, 'billing-account'),
    queryFn: ({ signal }) => billingAccounts(abortable(connection, signal)).get(ownerId),
  })

export const creditsQuery = (ownerId: string) =>
  queryOptions({
    queryKey: queryKeys.ofOwner(ownerId, 'credits'),
    queryFn: ({ signal }) => prices(abortable(connection, signal)).credits(ownerId),
  })

export const pricesQuery = (ownerId: string, zone: string) =>
  queryOptions({
    queryKey: [...queryKeys.ofOwner(ownerId, 'prices'), zone],
    queryFn: ({ signal }) =>
      prices(abortable(connection, signal)).get(ownerId, zone === '' ? undefined : zone),
  })

export const zonesQuery = queryOptions({
  queryKey: queryKeys.catalogue('zones'),
  queryFn: ({ signal }) => catalogue(abortable(connection, signal)).zones(),
  staleTime: Number.POSITIVE_INFINITY,
})

/** What an application costs, and what other bounds would cost. */
export const applicationCostQuery = (address: OwnedId, bounds: CostedBounds = {}) =>
  queryOptions({
    queryKey: [...queryKeys.ofApplication(address, 'cost'), bounds],
    queryFn: ({ signal }) =>
      usage(abortable(connection, signal)).costOfApplication(address, bounds),
    placeholderData: keepPreviousData,
  })

/** What an add-on costs, and what another plan would cost. */
export const addonCostQuery = (address: OwnedId, plan?: string) =>
  queryOptions({
    queryKey: [...queryKeys.ofAddon(address, 'cost'), plan ?? ''],
    queryFn: ({ signal }) => usage(abortable(connection, signal)).costOfAddon(address, plan),
  })
