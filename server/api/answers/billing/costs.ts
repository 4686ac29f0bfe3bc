import { list, nullable, object, string } from '#kit/schema.ts'
import { money } from './money.ts'
import { useRecord } from './usage.ts'

/** Amounts of the least and the most that runs; of an add-on both are the same. */
const range = object({ least: money, most: money })

/** What an application or an add-on costs, without tax, discounts and credits. */
export const costAnswer = object({
  /** Such as `2026-11`. */
  month: string,
  currency: string,
  so_far: money,
  /** What was used, and what runs now until the end of the month. */
  forecast: money,
  /** A whole month of what is set now. */
  month_price: range,
  items: list(useRecord),
  /** `null` unless the call names another size, number or plan. */
  change: nullable(
    object({
      /** What the month is expected to cost when it changes now. */
      forecast: range,
      /** A whole month of it. */
      month_price: range,
    }),
  ),
})
