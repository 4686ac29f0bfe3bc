import { accountOf, buyerOf } from '#platform/billing/invoices/buyer.ts'
import { calculate, discountOf, netOf } from '#platform/billing/invoices/calculate.ts'
import { charge } from '#platform/billing/prices/charge.ts'
import { priceListAt } from '#platform/billing/prices/price-lists.ts'
import { vatFor } from '#platform/billing/prices/vat.ts'
import type { Platform } from '#platform/marketplace/platform.ts'
import { findOffer } from '#platform/marketplace/providers/catalogue.ts'
import { choosePlan } from '#platform/marketplace/providers/plans/choose-plan.ts'
import { decimalOf } from '#platform/model/billing/amount.ts'
import type { BillingAddress, InvoiceDocument } from '#platform/model/billing/invoices/invoice.ts'
import { monthOf } from '#platform/model/billing/period.ts'
import type { UsageInterval } from '#platform/model/billing/usage-interval.ts'
import type { OwnerId, PlanReference } from '#platform/model/ids.ts'
import type { Plan } from '#platform/model/marketplace/plan.ts'
import { Refusal } from '#platform/model/refusal.ts'
import { optionsForOrder } from './options.ts'

export interface PreorderRequest {
  ownerId: OwnerId
  providerId: string
  /** Default: the cheapest. */
  planId?: PlanReference | undefined
  zone: string
  name?: string | undefined
  /** As in the order, which would be refused for them. */
  options?: Readonly<Record<string, unknown>>
}

/** What a whole month of an add-on would cost, with tax. */
export interface Preorder extends Pick<InvoiceDocument, 'lines' | 'discount' | 'taxes' | 'totals'> {
  plan: Plan
  currency: string
  buyer: BillingAddress
}

/**
 * The price of an add-on before it is ordered, made by the code that makes invoices: what the invoice of a whole month
 * with nothing else would say. Free and prepaid credits are left out, because other use may take them.
 */
export async function preorder(
  { store, clock, policies }: Pick<Platform, 'store' | 'clock' | 'policies'>,
  { ownerId, providerId, planId, zone, name = '', options = {} }: PreorderRequest,
): Promise<Preorder> {
  const offer = await findOffer({ store, policies }, ownerId, providerId)
  if (!offer.zones.includes(zone)) {
    const shown = JSON.stringify(zone.slice(0, 40))
    throw new Refusal('invalid', `${providerId} is not offered in the zone ${shown}.`)
  }
  optionsForOrder(offer, options)
  return pricePlan(
    { store, clock, policies },
    { ownerId, plan: choosePlan(offer, planId), zone, name },
  )
}

/** What a whole month of an add-on would cost with a plan. */
export async function pricePlan(
  { store, clock, policies }: Pick<Platform, 'store' | 'clock' | 'policies'>,
  { ownerId, plan, zone, name }: { ownerId: OwnerId; plan: Plan; zone: string; name: string },
): Promise<Preorder> {
  const buyer = await buyerOf(store, await accountOf(store, ownerId))
  if (!buyer) throw new Refusal('missing', `There is no organisation ${ownerId}.`)
  const month = monthOf(clock())
  const list = priceListAt(await store.priceLists.list(), clock())
  const use: UsageInterval = {
    id: 'usage_preorder',
    kind: 'addon',
    ownerId,
    resourceId: 'addon_preorder',
    resourceName: name || plan.name,
    meterId: 'addon_preorder',
    flavorOrPlan: plan.slug,
    zone,
    providerId: plan.providerId,
    planId: plan.id,
    planPrice: decimalOf(plan.price),
    previewOf: null,
    from: month.from,
    until: month.until,
  }
  const lists = list ? [{ ...list, validFrom: 0 }] : []
  const lines = charge({ intervals: [use], consumptions: [] }, lists, month, month.until)
  const { seller } = policies.billing
  const country = buyer.country || seller.country
  const currency = list?.data.currency ?? 'EUR'
  const calculated = calculate({
    lines,
    currency,
    period: month,
    discount: list ? discountOf(list.data, ownerId, netOf(lines)) : '0',
    freeCredits: '0',
    vat: vatFor(list?.data.vat ?? { rates: {} }, seller, { ...buyer, country }),
    prepaid: '0',
  })
  return { plan, currency, buyer, ...calculated }
}
