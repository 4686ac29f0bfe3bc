import { printable } from '#cli/terminal/printable.ts'
import { table } from '#cli/terminal/table.ts'
import type { Statement } from '#client/resources/billing/statements.ts'
import { durationText, moneyText } from './invoice-text.ts'

/** Plans, lines and totals of a provider's statement. */
export function statementText(statement: Statement): string {
  const { provider_id, month, plans, lines, totals, held } = statement
  const parts = [
    `${provider_id} in ${month}`,
    table(
      plans.map(({ plan, addons, seconds }) => [
        ...[printable(plan), addons === 1 ? '1 add-on' : `${addons} add-ons`],
        durationText(seconds),
      ]),
    ),
    table(
      lines.map((line) => [
        line.invoice_number,
        printable(line.addon_name || line.addon_id),
        line.kind === 'consumption' ? 'consumption' : printable(line.plan),
        moneyText(line.price),
      ]),
    ),
    ...totals.map(({ sold, platform_share, due }) =>
      table([
        ['Invoiced to customers', moneyText(sold)],
        ["The platform's share", moneyText(platform_share)],
        ['Due to you', moneyText(due)],
      ]),
    ),
    totals.length === 0 ? 'Nothing was invoiced to customers.' : '',
    held > 0 ? `${held} invoices of this month are held; their lines come later.` : '',
  ]
  return parts.filter(Boolean).join('\n\n')
}
