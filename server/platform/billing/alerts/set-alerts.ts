import type { Platform } from '#platform/billing/platform.ts'
import { amountOf } from '#platform/model/billing/amount.ts'
import type { SpendingAlert } from '#platform/model/billing/spending-alert.ts'
import type { OwnerId } from '#platform/model/ids.ts'
import { Refusal } from '#platform/model/refusal.ts'

const maxAlerts = 10

/** Replaces the alerts of an owner. */
export async function setAlerts(
  { store, providerClient }: Pick<Platform, 'store' | 'providerClient'>,
  ownerId: OwnerId,
  wanted: readonly Omit<SpendingAlert, 'ownerId'>[],
): Promise<SpendingAlert[]> {
  if (wanted.length > maxAlerts) {
    throw new Refusal('invalid', `There can be ${maxAlerts} alerts at most.`)
  }
  const alerts = wanted.map((alert) => ({ ...alert, ownerId, amount: plainAmount(alert.amount) }))
  const keys = new Set(alerts.map(({ amount, basis }) => `${basis} ${amount}`))
  if (keys.size < alerts.length) {
    throw new Refusal('invalid', 'Two alerts have the same amount.')
  }
  for (const { byEmail, webhook } of alerts) {
    if (!byEmail && webhook === '') {
      throw new Refusal('invalid', 'An alert needs an e-mail, a webhook or both.')
    }
    const objection = webhook === '' ? undefined : providerClient.objectionTo(webhook)
    if (objection !== undefined) throw new Refusal('invalid', `The webhook: ${objection}`)
  }
  await store.transaction((inside) => inside.spendingAlerts.replace(ownerId, alerts))
  return store.spendingAlerts.listOf(ownerId)
}

/** The amount with two decimals or none, so that 50 and 50.0 are the same alert. */
function plainAmount(text: string): string {
  if (!/^\d{1,9}(\.\d{1,2})?$/.test(text) || amountOf(text).eq(0)) {
    throw new Refusal('invalid', 'The amount of an alert must be a decimal such as 50 or 49.90.')
  }
  return amountOf(text).toFixed(2)
}
