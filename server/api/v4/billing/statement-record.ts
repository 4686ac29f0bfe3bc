import type { statementAnswer } from '#api/answers/billing/statements.ts'
import type { Infer } from '#kit/schema.ts'
import type { ProviderStatement } from '#platform/model/billing/invoices/statement.ts'
import { monthName } from '#platform/model/billing/period.ts'
import { moneyToWire } from './money.ts'

const dateOf = (time: number) => new Date(time).toISOString()

/** Name of a statement's file, without its suffix. */
export const statementName = ({ providerId, period }: ProviderStatement): string =>
  `${providerId}-${monthName(period)}`

export const statementToWire = (statement: ProviderStatement): Infer<typeof statementAnswer> => ({
  provider_id: statement.providerId,
  provider_name: statement.providerName,
  month: monthName(statement.period),
  begin_date: dateOf(statement.period.from),
  end_date: dateOf(statement.period.until),
  plans: statement.plans,
  lines: statement.lines.map((line) => ({
    invoice_number: line.invoiceNumber,
    customer_id: line.customerId,
    kind: line.kind,
    addon_id: line.addonId,
    addon_name: line.addonName,
    plan: line.plan,
    zone: line.zone,
    start: dateOf(line.from),
    end: dateOf(line.until),
    quantity: line.quantity,
    unit: line.unit,
    price: moneyToWire(line.net, line.currency),
    platform_share_percent: line.share,
  })),
  totals: statement.totals.map(({ currency, sold, share, due }) => ({
    currency,
    sold: moneyToWire(sold, currency),
    platform_share: moneyToWire(share, currency),
    due: moneyToWire(due, currency),
  })),
  held: statement.held,
})
