import { forecast } from '#platform/billing/forecast.ts'
import { billingEmails } from '#platform/billing/invoices/buyer.ts'
import type { Platform } from '#platform/billing/platform.ts'
import { spendingFacts } from '#platform/billing/spending.ts'
import { recordSpending } from '#platform/events/billing-events.ts'
import { ownerName } from '#platform/identity/accounts/owner-name.ts'
import { post } from '#platform/mail/enqueue-email.ts'
import { amountOf } from '#platform/model/billing/amount.ts'
import { monthName, monthOf } from '#platform/model/billing/period.ts'
import type { SpendingAlert, SpendingNotice } from '#platform/model/billing/spending-alert.ts'
import type { OwnerId } from '#platform/model/ids.ts'

type Context = Pick<Platform, 'store' | 'clock' | 'policies' | 'mailWorker'>

/**
 * Gives the alerts whose amounts are reached, each once a month. The notice and its e-mails are written in one
 * transaction; e-mails leave through the outbox, webhooks through `call-webhooks.ts`, both at least once.
 */
export async function checkSpending(platform: Context): Promise<SpendingNotice[]> {
  const given: SpendingNotice[] = []
  for (const ownerId of await platform.store.spendingAlerts.owners()) {
    given.push(...(await checkOwner(platform, ownerId)))
  }
  if (given.length > 0) platform.mailWorker.wake()
  return given
}

async function checkOwner(platform: Context, ownerId: OwnerId): Promise<SpendingNotice[]> {
  const { store, clock } = platform
  const now = clock()
  const month = monthOf(now)
  const alerts = await store.spendingAlerts.listOf(ownerId)
  const said = await store.spendingNotices.listOf(ownerId, monthName(month))
  const isSaid = ({ amount, basis }: SpendingAlert) =>
    said.some((notice) => notice.amount === amount && notice.basis === basis)
  const open = alerts.filter((alert) => !isSaid(alert))
  if (open.length === 0) return []
  const { soFar, expected } = forecast(await spendingFacts(platform, ownerId, month), now)
  const given: SpendingNotice[] = []
  for (const alert of open) {
    const { totals, currency } = alert.basis === 'spent' ? soFar : expected
    if (amountOf(totals.net).lt(alert.amount)) continue
    const notice: SpendingNotice = {
      ownerId,
      month: monthName(month),
      amount: alert.amount,
      basis: alert.basis,
      reached: totals.net,
      currency,
      createdAt: now,
      webhook: alert.webhook === '' ? null : alert.webhook,
      dueAt: now,
      attempts: 0,
    }
    const isNew = await store.transaction((inside) =>
      give({ ...platform, store: inside }, notice, alert.byEmail),
    )
    if (isNew) given.push(notice)
  }
  return given
}

async function give(platform: Context, notice: SpendingNotice, byEmail: boolean): Promise<boolean> {
  const { store } = platform
  const { ownerId, month, amount, basis, reached, currency } = notice
  if (!(await store.spendingNotices.add(notice))) return false
  await recordSpending(store, notice)
  if (!byEmail) return true
  const organisation = await ownerName(store, ownerId)
  for (const to of await billingEmails(store, ownerId)) {
    const knows = { ownerId, organisation, month, amount, basis, reached, currency }
    await post(platform, 'spending-alert', to, knows)
  }
  return true
}
