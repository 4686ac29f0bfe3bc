import type { Platform } from '#platform/billing/platform.ts'
import { charge } from '#platform/billing/prices/charge.ts'
import { priceListAt } from '#platform/billing/prices/price-lists.ts'
import { vatFor } from '#platform/billing/prices/vat.ts'
import { recordInvoice } from '#platform/events/billing-events.ts'
import { post } from '#platform/mail/enqueue-email.ts'
import type {
  BillingAddress,
  HeldInvoice,
  Invoice,
  InvoiceLine,
  Seller,
} from '#platform/model/billing/invoices/invoice.ts'
import { monthName, type Period } from '#platform/model/billing/period.ts'
import type { PriceList } from '#platform/model/billing/price-list.ts'
import { moneyText } from '#platform/model/billing/rounding.ts'
import type { OwnerId } from '#platform/model/ids.ts'
import type { Store } from '#platform/model/store.ts'
import { accountOf, billingEmails, buyerOf, missingOf, missingSettings } from './buyer.ts'
import { netOf } from './calculate.ts'
import { creditBalance, moveCredit } from './credits.ts'
import { makeInvoice } from './make-invoice.ts'

export type IssueContext = Pick<Platform, 'store' | 'clock' | 'policies' | 'mailWorker'>

/** What a month costs an owner, before it is decided whether it can be invoiced. */
interface ChargedMonth {
  lines: readonly InvoiceLine[]
  /** The list at the end of the month. */
  list: PriceList
  buyer: BillingAddress | undefined
  /** Whether a provider's charge waits for the operator's decision. */
  isUndecided: boolean
}

/** A month that nobody has invoiced, with the hold of an earlier run. */
interface TakenMonth {
  earlier: HeldInvoice | undefined
}

/**
 * Invoices or holds one owner's month in one transaction; `undefined` when that was done before, or when there is
 * nothing to pay. From then on the use of the month is final.
 */
export function issueMonth(
  platform: IssueContext,
  ownerId: OwnerId,
  month: Period,
): Promise<Invoice | HeldInvoice | undefined> {
  return platform.store.transaction(async (store) => {
    const inside = { ...platform, store }
    const taken = await takeMonth(store, ownerId, month)
    if (!taken) return undefined
    const charged = await chargeMonth(store, ownerId, month)
    if (!charged) return undefined
    const block = blockOf(charged, platform.policies.billing.seller)
    if (block) return holdMonth(inside, { ownerId, period: month, ...block }, charged, taken)
    return addInvoice(inside, ownerId, month, charged)
  })
}

/** Closes the month, unless that was done before and it is not held. */
async function takeMonth(
  store: Store,
  ownerId: OwnerId,
  month: Period,
): Promise<TakenMonth | undefined> {
  const account = await accountOf(store, ownerId)
  const held = await store.heldInvoices.listOf(ownerId)
  const earlier = held.find(({ period }) => period.from === month.from)
  if (account.closedUntil >= month.until && !earlier) return undefined
  if (await store.invoices.findOfPeriod(ownerId, month)) return undefined
  if (earlier) await store.heldInvoices.remove(ownerId, month)
  if (account.closedUntil < month.until) {
    await store.billingAccounts.put({ ...account, closedUntil: month.until })
  }
  return { earlier }
}

async function chargeMonth(
  store: Store,
  ownerId: OwnerId,
  month: Period,
): Promise<ChargedMonth | undefined> {
  const lists = await store.priceLists.list()
  const list = priceListAt(lists, month.until - 1)
  if (!list) return undefined
  const intervals = await store.usage.listOf(ownerId, month)
  const { from, until: to } = month
  const consumptions = await store.consumptions.listOf(ownerId, { from, to })
  const lines = charge({ intervals, consumptions }, lists, month, month.until)
  const isUndecided = consumptions.some(({ state }) => state === 'held')
  if (netOf(lines).eq(0) && !isUndecided) return undefined
  const buyer = await buyerOf(store, await accountOf(store, ownerId))
  return { lines, list, buyer, isUndecided }
}

type Block = Pick<HeldInvoice, 'reason' | 'sentence'>

const enumerate = (parts: readonly string[]): string => new Intl.ListFormat('en').format(parts)

/** Why a month cannot be invoiced yet. */
function blockOf(charged: ChargedMonth, seller: Seller): Block | undefined {
  const { lines, list, buyer, isUndecided } = charged
  if (isUndecided) {
    const sentence = "A provider's charge waits for the operator's decision."
    return { reason: 'consumption', sentence }
  }
  if (netOf(lines).lt(0)) {
    return { reason: 'consumption', sentence: 'The charges of providers are negative in sum.' }
  }
  const settings = missingSettings(seller)
  if (settings.length > 0) return missingOfSeller(settings)
  const missing = missingOf(buyer)
  if (!buyer || missing.length > 0) {
    const sentence = `The address for invoices is incomplete: add ${enumerate(missing)}.`
    return { reason: 'address', sentence }
  }
  // An invoice with reverse charge must name the VAT numbers of both (Article 226 of Directive 2006/112/EC).
  const { category } = vatFor(list.data.vat, seller, buyer)
  const isUnnamed = category === 'AE' && seller.vatNumber === ''
  return isUnnamed ? missingOfSeller(['BERTH_BILLING_VAT_NUMBER']) : undefined
}

const missingOfSeller = (settings: readonly string[]): Block => ({
  reason: 'seller',
  sentence: `The operator has to set ${enumerate(settings)}.`,
})

/** Stores why a month waits. The owner is told once when it is the address, which nobody else can complete. */
async function holdMonth(
  platform: IssueContext,
  block: Block & Pick<HeldInvoice, 'ownerId' | 'period'>,
  { lines, list }: ChargedMonth,
  { earlier }: TakenMonth,
): Promise<HeldInvoice> {
  const { store, clock } = platform
  const { currency } = list.data
  const net = moneyText(netOf(lines), currency)
  const isSame = earlier?.reason === block.reason
  const held: HeldInvoice = { ...block, heldAt: isSame ? earlier.heldAt : clock(), currency, net }
  await store.heldInvoices.put(held)
  if (held.reason === 'address' && !isSame) {
    const { ownerId, period, sentence } = held
    for (const to of await billingEmails(store, ownerId)) {
      await post(platform, 'invoice-held', to, { ownerId, month: monthName(period), sentence })
    }
  }
  return held
}

async function addInvoice(
  platform: IssueContext,
  ownerId: OwnerId,
  period: Period,
  { lines, list, buyer }: ChargedMonth,
): Promise<Invoice> {
  const { store, clock, policies } = platform
  if (!buyer) throw new Error(`${ownerId} has no address`)
  const prepaid = await creditBalance(store, ownerId, list.data.currency)
  const issuedAt = await issueDate(store, clock())
  const facts = { ownerId, period, lines, buyer, list, prepaid, issuedAt }
  const invoice = await store.invoices.add(makeInvoice(facts, policies.billing))
  await useCredit(store, invoice)
  await recordInvoice(store, invoice)
  for (const to of await billingEmails(store, ownerId)) {
    await post(platform, 'invoice-issued', to, invoiceFacts(invoice))
  }
  return invoice
}

/** Dates follow the numbers: after the clock has stepped back, the date of the last invoice is used again. */
export async function issueDate(store: Store, now: number): Promise<number> {
  const [last] = await store.invoices.listAll({ limit: 1 })
  return Math.max(now, last?.issuedAt ?? 0)
}

async function useCredit(store: Store, invoice: Invoice): Promise<void> {
  const { ownerId, currency, number, issuedAt, totals } = invoice
  if (Number(totals.credits) === 0) return
  await moveCredit(store, {
    ownerId,
    amount: `-${totals.credits}`,
    currency,
    reason: `Invoice ${number}`,
    invoiceNumber: number,
    createdAt: issuedAt,
  })
}

/** What mail about an invoice says. */
export const invoiceFacts = (invoice: Invoice) => {
  const { number, ownerId, period, totals, currency, dueAt, buyer } = invoice
  return {
    ownerId,
    number,
    month: monthName(period),
    due: `${totals.due} ${currency}`,
    dueAt: new Date(dueAt).toISOString().slice(0, 10),
    customer: buyer.company || buyer.name,
  }
}
