import { boolean, integer, list, nullable, number, object, string, unknown } from '#kit/schema.ts'
import { priceData } from '#platform/billing/prices/price-list.ts'
import { money } from './money.ts'

/** Prices as public clients read them: by hour, by the `price_id` of sizes and plans. */
export const priceSystemAnswer = object({
  id: string,
  owner_id: nullable(string),
  zone_id: string,
  currency: string,
  start_date: string,
  end_date: nullable(string),
  /** Percentage off. */
  discount: number,
  runtime: list(
    object({
      slug_id: string,
      source: string,
      flavor: string,
      time_unit: string,
      price: number,
      /** Exact, per second of an instance or per month of a plan. */
      unit: string,
      unit_price: string,
    }),
  ),
  countable: list(unknown),
})

/** A price list of the operator. */
export const priceListAnswer = object({
  id: string,
  valid_from: string,
  created_at: string,
  is_current: boolean,
  prices: priceData,
})
export const priceListList = list(priceListAnswer)

export const creditSummaryAnswer = object({
  owner_id: string,
  currency: string,
  /** What is prepaid and not used. */
  balance: money,
  free_credits_per_month: money,
  movements: list(
    object({
      id: string,
      date: string,
      amount: money,
      reason: string,
      invoice_number: nullable(string),
    }),
  ),
})

/** Credits as `/v2` counts them: one credit is one unit of the currency. */
export const creditsAnswer = object({
  ownerId: string,
  count: number,
  dropPrice: object({ currency: string, value: number }),
})

/** A price in minor units, with tax. */
export const fullPriceAnswer = object({
  price: integer,
  taxFreePrice: integer,
  vatRatio: number,
  invoicedOwner: string,
})
