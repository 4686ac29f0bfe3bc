import type { Platform } from '#platform/billing/platform.ts'
import type { Invoice } from '#platform/model/billing/invoices/invoice.ts'
import type {
  ProviderStatement,
  StatementLine,
} from '#platform/model/billing/invoices/statement.ts'
import { monthName, monthOf, type Period, periodsWithin } from '#platform/model/billing/period.ts'
import type { InvoiceNumber } from '#platform/model/ids.ts'
import type { Provider } from '#platform/model/marketplace/provider.ts'
import { Refusal } from '#platform/model/refusal.ts'
import type { Store } from '#platform/model/store.ts'
import { linesFor, plansIn, totalsOf } from './make-statement.ts'

type Context = Pick<Platform, 'store' | 'clock' | 'policies'>

/** Invoices that are read at once. */
const pageSize = 200

/**
 * What a provider has sold in a month that is over: its lines on the customers' invoices for that month, less those of
 * credit notes issued in it. The customers' discounts and credits are the platform's affair and do not reduce it.
 */
export async function statementOf(
  platform: Context,
  { id: providerId, presentation }: Pick<Provider, 'id' | 'presentation'>,
  period: Period,
): Promise<ProviderStatement> {
  const { store } = platform
  await refuseUnfinished(platform, period)
  const shareFor = await sharesOf(platform)
  const lines: StatementLine[] = []
  for await (const invoice of invoicesFor(store, period)) {
    lines.push(...linesFor(invoice, providerId, shareFor(invoice)))
  }
  const held = await store.heldInvoices.list()
  return {
    providerId,
    providerName: presentation.name,
    seller: platform.policies.billing.seller,
    period,
    lines: lines.toSorted((one, other) => (one.invoiceNumber < other.invoiceNumber ? -1 : 1)),
    plans: plansIn(await store.usage.listOfProvider(providerId, period), period),
    totals: totalsOf(lines),
    held: held.filter((one) => one.period.from === period.from).length,
  }
}

async function refuseUnfinished({ store, clock }: Context, period: Period): Promise<void> {
  const month = monthName(period)
  if (period.until > monthOf(clock()).from) {
    throw new Refusal('invalid', `${month} is not over: statements are of whole months.`)
  }
  const invoicedUntil = (await store.billingTimes.get('invoiced-until')) ?? 0
  const [first] = await store.priceLists.list()
  if (first && first.validFrom < period.until && invoicedUntil < period.until) {
    throw new Refusal('conflict', `${month} has not been invoiced yet. Try again later.`)
  }
}

/** Percentage that the platform keeps of an invoice's lines: that of its price list, else the setting. */
async function sharesOf({ store, policies }: Context): Promise<(invoice: Invoice) => string> {
  const lists = new Map((await store.priceLists.list()).map((list) => [list.id as string, list]))
  return ({ priceListId }) =>
    lists.get(priceListId)?.data.platformShare ?? policies.billing.platformShare
}

/** Invoices of a month, whenever they were issued after it, and credit notes that were issued in it. */
async function* invoicesFor(store: Store, period: Period): AsyncGenerator<Invoice> {
  let after: InvoiceNumber | undefined
  for (;;) {
    const invoices = await store.invoices.listOfMonth(period, { after, limit: pageSize })
    yield* invoices
    after = invoices.at(-1)?.number
    if (invoices.length < pageSize) return
  }
}

/** Months that were invoiced, newest first. */
export async function statementMonthsOf({
  store,
}: Pick<Platform, 'store'>): Promise<readonly Period[]> {
  const [first] = await store.priceLists.list()
  const until = await store.billingTimes.get('invoiced-until')
  if (!first || until === undefined) return []
  return periodsWithin({ from: first.validFrom, until }, monthOf).toReversed()
}

/** The statements of all providers that have sold or provided something. */
export async function statementsOf(
  platform: Context,
  period: Period,
): Promise<{ ownerId: string; statement: ProviderStatement }[]> {
  const all: { ownerId: string; statement: ProviderStatement }[] = []
  for (const provider of await platform.store.providers.listAll()) {
    const statement = await statementOf(platform, provider, period)
    if (statement.lines.length > 0 || statement.plans.length > 0) {
      all.push({ ownerId: provider.ownerId, statement })
    }
  }
  return all
}
