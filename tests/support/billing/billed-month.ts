import { newId } from '#kit/text/ids.ts'
import { runInvoices } from '#platform/billing/invoices/issue-invoices.ts'
import { monthOf, type Period } from '#platform/model/billing/period.ts'
import type { PriceData } from '#platform/model/billing/price-list.ts'
import type { UsageInterval } from '#platform/model/billing/usage-interval.ts'
import type { Application } from '#platform/model/hosting/application.ts'
import type { OrganisationId, OwnerId } from '#platform/model/ids.ts'
import type { Addon } from '#platform/model/marketplace/addon.ts'
import type { Platform } from '#platform/platform.ts'

/** Prices of tests: a second of M costs a hundredth of a cent. */
export const testPrices: PriceData = {
  currency: 'EUR',
  sizes: { pico: '0.00001', M: '0.0001' },
  builds: { M: '0.0002' },
  vat: { rates: { FR: '20', DE: '19' } },
}

/** The month before this one. */
export const lastMonth = ({ clock }: Pick<Platform, 'clock'>): Period =>
  monthOf(monthOf(clock()).from - 1)

/** Prices that have applied since the beginning of last month. */
export async function addTestPrices(
  platform: Pick<Platform, 'store' | 'clock'>,
  data: PriceData = testPrices,
): Promise<void> {
  const { from } = lastMonth(platform)
  await platform.store.priceLists.add({ id: newId('prices'), validFrom: from, createdAt: 1, data })
}

export async function setAddress(
  { store }: Pick<Platform, 'store'>,
  id: OrganisationId,
  { country = 'FR', vat = '' } = {},
): Promise<void> {
  const organisation = await store.organisations.find(id)
  if (!organisation) throw new Error(`no ${id}`)
  const place = { address: '7 rue des Archives', city: 'Paris', zipcode: '75003', country, vat }
  await store.organisations.change(id, { details: { ...organisation.details, ...place } })
}

/** An hour of size M on the second day of a month. */
export async function useHour(
  { store }: Pick<Platform, 'store'>,
  { id, ownerId, name, zone }: Pick<Application, 'id' | 'ownerId' | 'name' | 'zone'>,
  month: Period,
  hours = 1,
): Promise<UsageInterval> {
  const from = month.from + 86_400_000
  const interval: UsageInterval = {
    id: newId('usage'),
    kind: 'runtime',
    ownerId,
    resourceId: id,
    resourceName: name,
    meterId: newId('instance'),
    flavorOrPlan: 'M',
    zone,
    providerId: null,
    planId: null,
    planPrice: null,
    previewOf: null,
    from,
    until: from + hours * 3_600_000,
  }
  await store.usage.add(interval)
  return interval
}

/** An add-on that lasted the whole month. */
export async function useAddon(
  { store }: Pick<Platform, 'store'>,
  addon: Pick<Addon, 'id' | 'ownerId' | 'name' | 'zone' | 'providerId' | 'planId'>,
  month: Period,
  { plan = 's', price = '12.5' } = {},
): Promise<void> {
  await store.usage.add({
    id: newId('usage'),
    kind: 'addon',
    ownerId: addon.ownerId,
    resourceId: addon.id,
    resourceName: addon.name,
    meterId: addon.id,
    flavorOrPlan: plan,
    zone: addon.zone,
    providerId: addon.providerId,
    planId: addon.planId,
    planPrice: price,
    previewOf: null,
    ...month,
  })
}

/** Charges of a provider in the middle of a month. */
export async function consume(
  { store }: Pick<Platform, 'store'>,
  addon: Pick<Addon, 'id' | 'ownerId' | 'name' | 'zone' | 'providerId'>,
  { from }: Period,
  { cost = '3.5', state = 'accepted' as 'accepted' | 'held' } = {},
) {
  const id = newId('consumption')
  await store.consumptions.add({
    id,
    addonId: addon.id,
    ownerId: addon.ownerId,
    providerId: addon.providerId,
    addonName: addon.name,
    zone: addon.zone,
    cost,
    state,
    createdAt: from + 14 * 86_400_000,
  })
  return id
}

/** Invoices all months that are over; returns the invoice of an owner's last month. */
export async function invoiceLastMonth(platform: Platform, ownerId: OwnerId) {
  const run = await runInvoices(platform, monthOf(platform.clock()).from)
  if (run.failed[0]) throw run.failed[0].error
  return platform.store.invoices.findOfPeriod(ownerId, lastMonth(platform))
}
