import { printable } from '#cli/terminal/printable.ts'
import { table } from '#cli/terminal/table.ts'
import type { Cost, CostRange } from '#client/resources/billing/usage.ts'

/** Text for a person: what something costs this month, and what a change of it would. */
export function costText(name: string, { month, so_far, forecast, month_price, change }: Cost) {
  const rows = [
    ['so far', so_far.default_display],
    ['expected until its end', forecast.default_display],
    ['a whole month', rangeText(month_price)],
    ...(change
      ? [
          ['expected with the change', rangeText(change.forecast)],
          ['a whole month with it', rangeText(change.month_price)],
        ]
      : []),
  ]
  return printable(`${name} in ${month}, without tax:\n${indented(table(rows))}`)
}

const indented = (text: string) => text.replaceAll(/^/gm, '  ')

const rangeText = ({ least, most }: CostRange): string =>
  least.amount === most.amount
    ? least.default_display
    : `${least.default_display} to ${most.default_display}`
