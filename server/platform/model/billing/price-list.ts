import {
  array,
  check,
  exactOptional,
  type Infer,
  object,
  pipe,
  record,
  string,
} from '#kit/schema.ts'
import type { PriceListId } from '#platform/model/ids.ts'
import { isCurrency } from './rounding.ts'

const decimals = /^\d{1,9}(\.\d{1,15})?$/
const price = pipe(
  string,
  check((text) => decimals.test(text), 'must be a decimal as text, such as "0.0000125"'),
)
const percent = pipe(
  string,
  check(
    (text) => /^\d{1,3}(\.\d{1,4})?$/.test(text) && Number(text) <= 100,
    'must be a percentage as text, from "0" to "100"',
  ),
)
const currency = pipe(
  string,
  check((text) => isCurrency(text), 'must be a currency of ISO 4217, such as EUR'),
)

/** How value-added tax is charged. */
const vatRules = object({
  /** Percentage by country of the customer. */
  rates: pipe(
    record(percent),
    check(
      (rates) => Object.keys(rates).every((name) => /^[A-Z]{2}$/.test(name)),
      'must have two-letter country codes as names',
    ),
  ),
  /** Reason printed when the seller charges no tax at all; the rates are not used then. */
  exemption: exactOptional(string),
})
export type VatRules = Infer<typeof vatRules>

/** Discount from a monthly total on, of the lines without tax. */
const volumeDiscount = object({ from: price, percent })

/** Prices as the operator writes them. Amounts are decimals as text, because JSON numbers are not exact. */
export const priceData = object({
  currency,
  /** Value of one euro in the currency: prices of plans and consumptions of providers are in euros. */
  euroRate: exactOptional(price),
  /** Price of each size per second of a running instance. A size that is not listed is free. */
  sizes: record(price),
  /** Price of each size per second of a build; free when not listed. */
  builds: exactOptional(record(price)),
  /** Price per month of plans, by `<provider>/<plan>`; other plans cost what their provider says. */
  plans: exactOptional(record(price)),
  /** Factor of sizes and builds by zone; 1 when not listed. */
  zones: exactOptional(record(price)),
  /** Percentage by organisation or user. The higher of this one and the volume discount applies. */
  discounts: exactOptional(record(percent)),
  volumeDiscounts: exactOptional(array(volumeDiscount)),
  /** Credit that each owner gets every month; what is not used expires. */
  freeCredits: exactOptional(price),
  /** Percentage of what providers sell that the platform keeps; the setting when absent. */
  platformShare: exactOptional(percent),
  vat: vatRules,
})
export type PriceData = Infer<typeof priceData>

/** Prices that apply from a date on, until another list does. */
export interface PriceList {
  readonly id: PriceListId
  readonly validFrom: number
  readonly createdAt: number
  readonly data: PriceData
}
