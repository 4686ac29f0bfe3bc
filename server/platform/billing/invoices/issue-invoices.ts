import type { HeldInvoice } from '#platform/model/billing/invoices/invoice.ts'
import { monthName, monthOf, type Period, periodsWithin } from '#platform/model/billing/period.ts'
import type { InvoiceNumber, OwnerId } from '#platform/model/ids.ts'
import { Refusal } from '#platform/model/refusal.ts'
import type { Store } from '#platform/model/store.ts'
import { type IssueContext, issueMonth } from './issue-month.ts'

/** What a run has done. */
export interface InvoiceRun {
  issued: InvoiceNumber[]
  held: HeldInvoice[]
  /** Owners whose month failed unexpectedly; the next run tries them again. */
  failed: { ownerId: OwnerId; error: unknown }[]
}

/**
 * Invoices every month that is over before a time, of every owner, and what was held and is complete now. Each invoice
 * is one transaction, which looks again whether it is there already: runs may overlap, be repeated or die at any point.
 */
export async function runInvoices(platform: IssueContext, until: number): Promise<InvoiceRun> {
  const { store, clock } = platform
  if (!(until <= monthOf(clock()).from)) {
    const over = monthName(monthOf(monthOf(clock()).from - 1))
    const sentence = `Only months that are over can be invoiced, the last of which is ${over}.`
    throw new Refusal('invalid', sentence)
  }
  const run: InvoiceRun = { issued: [], held: [], failed: [] }
  for (const { ownerId, period } of await store.heldInvoices.list()) {
    if (period.until <= until) await issueInto(run, platform, ownerId, period)
  }
  for (const month of await monthsToInvoice(store, until)) {
    for (const ownerId of await ownersIn(store, month)) {
      await issueInto(run, platform, ownerId, month)
    }
    // Saves later runs from looking at every month again; nothing is metered before it any more.
    if (run.failed.length === 0) await store.billingTimes.set('invoiced-until', month.until)
  }
  return run
}

/** Whole months since the first prices; those that a run has finished are left out. */
async function monthsToInvoice(store: Store, until: number): Promise<Period[]> {
  const [first] = await store.priceLists.list()
  if (!first) return []
  const from = (await store.billingTimes.get('invoiced-until')) ?? first.validFrom
  return periodsWithin({ from, until }, monthOf).filter((month) => month.until <= until)
}

async function ownersIn(store: Store, month: Period): Promise<ReadonlySet<OwnerId>> {
  const users = await store.usage.ownersIn(month)
  return new Set([...users, ...(await store.consumptions.ownersIn(month))])
}

/** One owner's trouble must not keep the others from their invoices. */
async function issueInto(
  run: InvoiceRun,
  platform: IssueContext,
  ownerId: OwnerId,
  month: Period,
): Promise<void> {
  try {
    const result = await issueMonth(platform, ownerId, month)
    if (!result) return
    if ('number' in result) run.issued.push(result.number)
    else run.held.push(result)
  } catch (error) {
    run.failed.push({ ownerId, error })
  }
}
