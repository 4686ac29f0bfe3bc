import type { Invoice } from '#platform/model/billing/invoices/invoice.ts'
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
