import { creditSummaryAnswer } from '#api/answers/billing/prices.ts'
import { endpoint } from '#api/http/endpoint.ts'
import { defaultCurrency } from '#platform/billing/forecast.ts'
import { creditBalance } from '#platform/billing/invoices/credits.ts'
import { priceListAt } from '#platform/billing/prices/price-lists.ts'
import type { Platform } from '#platform/platform.ts'
import { moneyToWire } from './money.ts'

/** Currency of invoices now, and the free credit of a month. */
export async function currentCredits({ store, clock }: Pick<Platform, 'store' | 'clock'>) {
  const data = priceListAt(await store.priceLists.list(), clock())?.data
  return { currency: data?.currency ?? defaultCurrency, freeCredits: data?.freeCredits ?? '0' }
}

export const getCredits = endpoint({
  method: 'GET',
  path: '/v4/billing/organisations/:ownerId/credits/summary',
  access: { on: 'owner', may: 'credit' },
  summary: 'Shows the prepaid credit with its movements, and the free credit of each month',
  answer: creditSummaryAnswer,
  async handle({ platform, ownerId }) {
    const { currency, freeCredits } = await currentCredits(platform)
    const movements = await platform.store.credits.listOf(ownerId)
    const balance = moneyToWire(await creditBalance(platform.store, ownerId, currency), currency)
    const free = moneyToWire(freeCredits, currency)
    return {
      prepaidCredit: balance.amount,
      freeCredit: free.amount,
      currency,
      owner_id: ownerId,
      balance,
      free_credits_per_month: free,
      movements: movements.map((movement) => ({
        id: movement.id,
        date: new Date(movement.createdAt).toISOString(),
        amount: moneyToWire(movement.amount, movement.currency),
        reason: movement.reason,
        invoice_number: movement.invoiceNumber,
      })),
    }
  },
})
