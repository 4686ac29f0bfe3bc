import { billingEmails } from '#platform/billing/invoices/buyer.ts'
import { outstandingOf } from '#platform/billing/invoices/credit-note.ts'
import { invoiceFacts } from '#platform/billing/invoices/issue-month.ts'
import type { Platform } from '#platform/billing/platform.ts'
import { post } from '#platform/mail/enqueue-email.ts'
import type { Invoice } from '#platform/model/billing/invoices/invoice.ts'
import { isUnpaid } from '#platform/model/billing/invoices/invoice-states.ts'
import { moneyText } from '#platform/model/billing/rounding.ts'

type Context = Pick<Platform, 'store' | 'clock' | 'policies' | 'mailWorker'>

/** Whether an unpaid invoice is due and was not mentioned for a while. */
function isReminderDue(
  { dueAt }: Pick<Invoice, 'dueAt'>,
  lastSentAt: number | undefined,
  { now, pause }: { now: number; pause: number },
): boolean {
  return now >= (lastSentAt === undefined ? dueAt : lastSentAt + pause)
}

/** Sends the reminders that are due; each is stored with its mail, so that it is sent once. */
export async function sendReminders(platform: Context): Promise<void> {
  const due = await platform.store.invoices.listDue(['PENDING', 'PAYMENTHELD'], platform.clock())
  for (const { number } of due) {
    await platform.store.transaction(async (store) => {
      const invoice = await store.invoices.find(number)
      if (invoice && isUnpaid(invoice)) await remind({ ...platform, store }, invoice)
    })
  }
}

async function remind(platform: Context, invoice: Invoice): Promise<void> {
  const { store, clock, policies } = platform
  const { number, ownerId, currency } = invoice
  const now = clock()
  const sent = await store.reminders.listOf(number)
  const timing = { now, pause: policies.billing.reminderPause }
  if (!isReminderDue(invoice, sent.at(-1)?.sentAt, timing)) return
  const outstanding = await outstandingOf(store, invoice)
  const due = `${moneyText(outstanding, currency)} ${currency}`
  await store.reminders.add({ number, sentAt: now })
  for (const to of await billingEmails(store, ownerId)) {
    await post(platform, 'payment-reminder', to, { ...invoiceFacts(invoice), due })
  }
}
