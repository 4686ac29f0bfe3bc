import type { Cost, CostRange } from '#client/resources/billing/usage.ts'
import { price } from '#console/format/price.ts'
import { costTexts as texts } from '#console/texts/en/organisation/costs.ts'

/** An amount, or the least and the most of it. */
export function rangeText({ least, most }: CostRange): string {
  const [from, to] = [least, most].map(({ amount, currency }) => price(amount, currency))
  return from === to ? `${from}` : texts.span(`${from}`, `${to}`)
}

/** What a change would cost beside what it costs now. */
export function changeFacts({
  forecast,
  month_price,
  change,
}: Cost): { name: string; value: string }[] {
  if (!change) return []
  const now = price(forecast.amount, forecast.currency)
  return [
    { name: texts.withChange, value: texts.instead(rangeText(change.forecast), now) },
    {
      name: texts.monthWithChange,
      value: texts.instead(rangeText(change.month_price), rangeText(month_price)),
    },
  ]
}

/** Whether neither what is, nor what would be, costs anything. */
export const isFree = ({ so_far, forecast, month_price, change }: Cost): boolean =>
  [so_far, forecast, month_price.most, ...(change ? [change.month_price.most] : [])].every(
    ({ amount }) => amount === 0,
  )
