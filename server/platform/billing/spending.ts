import type { BillingAddress } from '#platform/model/billing/invoices/invoice.ts'
import type { Period } from '#platform/model/billing/period.ts'
import type { OwnerId } from '#platform/model/ids.ts'
import type { SpendingFacts } from './forecast.ts'
import { accountOf, buyerOf } from './invoices/buyer.ts'
import type { Platform } from './platform.ts'

type Context = Pick<Platform, 'store' | 'policies'>

/** Country and VAT number that an owner's tax goes by; who has given no country is taken for a neighbour. */
export async function taxAddressOf(
  { store, policies }: Context,
  ownerId: OwnerId,
): Promise<Pick<BillingAddress, 'country' | 'vatNumber'>> {
  const buyer = await buyerOf(store, await accountOf(store, ownerId))
  const country = buyer?.country || policies.billing.seller.country
  return { country, vatNumber: buyer?.vatNumber ?? '' }
}

/** Everything that an owner's costs of a month are calculated from. */
export async function spendingFacts(
  platform: Context,
  ownerId: OwnerId,
  month: Period,
): Promise<SpendingFacts> {
  const { store, policies } = platform
  const [intervals, consumptions, lists, buyer] = await Promise.all([
    store.usage.listOf(ownerId, month),
    store.consumptions.listOf(ownerId, { from: month.from, to: month.until }),
    store.priceLists.list(),
    taxAddressOf(platform, ownerId),
  ])
  const { seller } = policies.billing
  return { ownerId, use: { intervals, consumptions }, lists, month, seller, buyer }
}
