import type { Invoice } from '#platform/model/billing/invoices/invoice.ts'
import type { SpendingNotice } from '#platform/model/billing/spending-alert.ts'
import type { OwnerId } from '#platform/model/ids.ts'
import type { Store } from '#platform/model/store.ts'
import { recordEvent } from './record-event.ts'

/** Stores that an invoice was issued, inside the transaction that adds it. */
export async function recordInvoice(
  store: Store,
  { ownerId, number, issuedAt, dueAt, currency, totals }: Invoice,
): Promise<void> {
  await recordEvent(store, {
    ownerId,
    date: issuedAt,
    name: 'INVOICE_ISSUED',
    subjectId: '',
    data: { id: ownerId, ownerId, number, due: totals.due, currency, dueAt },
  })
}

/** Stores that the applications of an owner are stopped for an unpaid invoice, or no longer. */
export async function recordSuspension(
  store: Store,
  ownerId: OwnerId,
  name: 'OWNER_SUSPENDED' | 'OWNER_RESTORED',
  date: number,
): Promise<void> {
  const data = { id: ownerId, ownerId }
  await recordEvent(store, { ownerId, date, name, subjectId: '', data })
}

/** Stores that the costs of an owner have reached an amount, inside the transaction that notes it. */
export async function recordSpending(
  store: Store,
  { ownerId, createdAt: date, month, amount, basis, reached, currency }: SpendingNotice,
): Promise<void> {
  const data = { id: ownerId, ownerId, month, amount, basis, reached, currency }
  await recordEvent(store, { ownerId, date, name: 'SPENDING_REACHED', subjectId: '', data })
}
