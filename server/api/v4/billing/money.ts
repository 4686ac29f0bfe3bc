import type { Money } from '#api/answers/billing/money.ts'
import { type Amount, amountOf } from '#platform/model/billing/amount.ts'
import { moneyText } from '#platform/model/billing/rounding.ts'

const formats = new Map<string, Intl.NumberFormat>()

function formatOf(currency: string): Intl.NumberFormat {
  const format =
    formats.get(currency) ?? new Intl.NumberFormat('en', { style: 'currency', currency })
  formats.set(currency, format)
  return format
}

/** An exact amount on the wire. The number is the nearest to it, which JSON prints as the decimal that it is. */
export function moneyToWire(amount: Amount | string, currency: string): Money {
  const text = moneyText(typeof amount === 'string' ? amountOf(amount) : amount, currency)
  return {
    currency,
    amount: Number(text),
    amount_formatted: text,
    // Formatted from the text, whose digits a number may not hold.
    default_display: formatOf(currency).format(text as Intl.StringNumericLiteral),
  }
}
