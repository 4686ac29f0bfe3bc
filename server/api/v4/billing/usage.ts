import { alertList, usageAnswer } from '#api/answers/billing/usage.ts'
import { type Call, endpoint } from '#api/http/endpoint.ts'
import { array, boolean, object, oneOf, optional, string } from '#kit/schema.ts'
import { setAlerts } from '#platform/billing/alerts/set-alerts.ts'
import { spendingFacts } from '#platform/billing/spending.ts'
import { monthName, monthOf, parseMonth } from '#platform/model/billing/period.ts'
import { alertBases, type SpendingAlert } from '#platform/model/billing/spending-alert.ts'
import { Refusal } from '#platform/model/refusal.ts'
import { usageToWire } from './usage-record.ts'

const owner = '/v4/billing/organisations/:ownerId'

export const getUsage = endpoint({
  method: 'GET',
  path: `${owner}/usage`,
  access: { on: 'owner', may: 'meter' },
  summary:
    'Shows what was used in a month, such as `month=2026-10`, by resource and by day, what it costs, and what this month is expected to cost',
  query: { month: string },
  answer: usageAnswer,
  cost: 3,
  async handle({ platform, ownerId, query }) {
    const now = platform.clock()
    const month = query.get('month') ? parseMonth(query.get('month') ?? '') : monthOf(now)
    if (month.from > now) throw new Refusal('invalid', `${monthName(month)} has not begun.`)
    return usageToWire(await spendingFacts(platform, ownerId, month), now)
  },
})

export const listAlerts = endpoint({
  method: 'GET',
  path: `${owner}/alerts`,
  access: { on: 'owner', may: 'bill' },
  summary: 'Lists the spending alerts of an owner',
  answer: alertList,
  handle: async (call) =>
    alertsToWire(call, await call.platform.store.spendingAlerts.listOf(call.ownerId)),
})

export const putAlerts = endpoint({
  method: 'PUT',
  path: `${owner}/alerts`,
  access: { on: 'owner', may: 'bill' },
  action: 'billing.set-alerts',
  summary:
    'Replaces the spending alerts: amounts without tax, of what was spent or of the forecast, sent by e-mail, by a POST to a webhook, or both',
  body: array(
    object({
      amount: string,
      basis: optional(oneOf(...alertBases)),
      by_email: optional(boolean),
      webhook: optional(string),
    }),
  ),
  answer: alertList,
  async handle(call) {
    const { platform, ownerId, body } = call
    const wanted = body.map(({ amount, basis = 'forecast', by_email = true, webhook = '' }) => ({
      amount,
      basis,
      byEmail: by_email,
      webhook,
    }))
    return alertsToWire(call, await setAlerts(platform, ownerId, wanted))
  },
})

async function alertsToWire(
  { platform, ownerId }: Pick<Call<string, { on: 'owner'; may: 'bill' }>, 'platform' | 'ownerId'>,
  alerts: readonly SpendingAlert[],
) {
  const month = monthName(monthOf(platform.clock()))
  const notices = await platform.store.spendingNotices.listOf(ownerId, month)
  return alerts.map(({ amount, basis, byEmail, webhook }) => {
    const notice = notices.find((one) => one.amount === amount && one.basis === basis)
    const given = notice ? new Date(notice.createdAt).toISOString() : null
    return { amount, basis, by_email: byEmail, webhook, given_at: given }
  })
}
