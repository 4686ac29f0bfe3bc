import { monthOf } from '#platform/model/billing/period.ts'
import { checkSpending } from './alerts/check-spending.ts'
import { runInvoices } from './invoices/issue-invoices.ts'
import { sendReminders } from './payments/reminders.ts'
import { collectPayments } from './payments/report-payment.ts'
import { updateSuspensions } from './payments/suspension.ts'
import type { Platform } from './platform.ts'

/** One round of invoices, payments, reminders and suspensions. One that fails does not keep the others from running. */
export async function runBilling(
  platform: Platform,
  onBug: (error: unknown) => void,
): Promise<void> {
  const steps = [issueAll, collectPayments, sendReminders, updateSuspensions, checkSpending]
  for (const step of steps) {
    try {
      await step(platform, onBug)
    } catch (error) {
      onBug(error)
    }
  }
}

async function issueAll(platform: Platform, onBug: (error: unknown) => void): Promise<void> {
  const { failed } = await runInvoices(platform, monthOf(platform.clock()).from)
  for (const { error } of failed) onBug(error)
}
