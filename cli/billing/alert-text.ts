import { printable } from '#cli/terminal/printable.ts'
import { table } from '#cli/terminal/table.ts'
import type { SpendingAlert } from '#client/resources/billing/usage.ts'
import { dayText } from './invoice-text.ts'

/** A row for each alert. */
export const alertTable = (alerts: readonly SpendingAlert[]): string =>
  table(
    alerts.map(({ amount, basis, by_email, webhook, given_at }) => [
      amount,
      basis === 'spent' ? 'when spent' : 'when expected',
      [by_email ? 'by e-mail' : '', webhook ? `to ${printable(webhook)}` : '']
        .filter(Boolean)
        .join(' and '),
      given_at === null ? '' : `given ${dayText(given_at)}`,
    ]),
  )
