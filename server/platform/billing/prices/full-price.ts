import { defaultCurrency } from '#platform/billing/forecast.ts'
import { percentOf } from '#platform/billing/invoices/calculate.ts'
import type { Platform } from '#platform/billing/platform.ts'
import { taxAddressOf } from '#platform/billing/spending.ts'
import { amountOf } from '#platform/model/billing/amount.ts'
import { minorDecimals } from '#platform/model/billing/rounding.ts'
import type { OwnerId } from '#platform/model/ids.ts'
import { Refusal } from '#platform/model/refusal.ts'
import { priceListAt } from './price-lists.ts'
import { vatFor } from './vat.ts'

/** A price in minor units with the owner's VAT, rounded as on an invoice. */
export async function fullPrice(
  platform: Pick<Platform, 'store' | 'clock' | 'policies'>,
  ownerId: OwnerId,
  text: string,
): Promise<{ price: number; taxFreePrice: number; vatRatio: number; invoicedOwner: string }> {
  if (!/^\d{1,12}$/.test(text)) {
    throw new Refusal('invalid', 'The price must be a whole number of cents, such as 1250.')
  }
  const { store, clock, policies } = platform
  const data = priceListAt(await store.priceLists.list(), clock())?.data
  const vat = data
    ? vatFor(data.vat, policies.billing.seller, await taxAddressOf(platform, ownerId))
    : { percent: '0' }
  const currency = data?.currency ?? defaultCurrency
  const scale = amountOf(`1${'0'.repeat(minorDecimals(currency))}`)
  const net = amountOf(text).div(scale)
  const gross = net.plus(percentOf(net, vat.percent, currency))
  return {
    price: Number(gross.times(scale).toFixed(0)),
    taxFreePrice: Number(text),
    vatRatio: Math.round(Number(vat.percent)),
    invoicedOwner: ownerId,
  }
}
