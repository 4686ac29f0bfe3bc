import { integer, list, object, string } from '#kit/schema.ts'
import { money } from './money.ts'

export const statementAnswer = object({
  provider_id: string,
  provider_name: string,
  month: string,
  begin_date: string,
  end_date: string,
  plans: list(object({ plan: string, addons: integer, seconds: integer })),
  lines: list(
    object({
      invoice_number: string,
      customer_id: string,
      kind: string,
      addon_id: string,
      addon_name: string,
      plan: string,
      zone: string,
      start: string,
      end: string,
      quantity: string,
      unit: string,
      price: money,
      platform_share_percent: string,
    }),
  ),
  totals: list(object({ currency: string, sold: money, platform_share: money, due: money })),
  /** Customers' months that are held: their lines come when they are invoiced. */
  held: integer,
})

export const statementMonths = list(object({ month: string }))
