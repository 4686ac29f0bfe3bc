import { boolean, integer, list, nullable, number, object, oneOf, string } from '#kit/schema.ts'
import { alertBases } from '#platform/model/billing/spending-alert.ts'
import { money } from './money.ts'

/** A priced line of use. */
const useEntries = {
  kind: string,
  resource_id: string,
  resource_name: string,
  flavor_or_plan: string,
  zone: string,
  unit: string,
  quantity: string,
  unit_price: string,
  price: money,
  /** The application whose preview it is for; `null` for all else. */
  preview_of: nullable(string),
}
export const useRecord = object(useEntries)

const totals = object({
  total_tax_excluded: money,
  total_tax: money,
  total: money,
})

export const usageAnswer = object({
  owner_id: string,
  /** Such as `2026-11`. */
  month: string,
  begin_date: string,
  end_date: string,
  currency: string,
  items: list(useRecord),
  /** What was used without a price as well. */
  metered: list(
    object({
      kind: string,
      resource_id: string,
      resource_name: string,
      flavor_or_plan: string,
      zone: string,
      seconds: integer,
      preview_of: nullable(string),
    }),
  ),
  so_far: totals,
  /** What was used, and what runs now until the end of the month. */
  forecast: totals,
  days: list(
    object({ day: string, total_tax_excluded: money, seconds: integer, items: list(useRecord) }),
  ),
})

/** Use as `/v2` lists it. */
export const consumptionList = list(
  object({
    date: string,
    kind: string,
    appId: string,
    name: string,
    flavor: string,
    zone: string,
    seconds: integer,
    price: number,
    currency: string,
  }),
)

export const alertList = list(
  object({
    amount: string,
    basis: oneOf(...alertBases),
    by_email: boolean,
    webhook: string,
    /** When it was given this month. */
    given_at: nullable(string),
  }),
)
