import {
  boolean,
  exactOptional,
  integer,
  list,
  nullable,
  number,
  object,
  oneOf,
  string,
} from '#kit/schema.ts'
import { priceData } from '#platform/model/billing/price-list.ts'
import { money } from './money.ts'

/** Whether a part of a unit costs a part of its price. */
const secability = oneOf('SECABLE', 'INSECABLE')

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
      runtime_policy_id: string,
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
  /** What is charged by quantity. The platform charges by time only, so there is nothing. */
  countable: list(
    object({
      countable_policy_id: string,
      service: string,
      data_unit: string,
      data_quantity_for_price: object({ secability, quantity: integer }),
      time_interval_for_price: exactOptional(object({ secability, interval: integer })),
      price_plans: list(
        object({ plan_id: string, max_quantity: exactOptional(integer), price: number }),
      ),
    }),
  ),
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
  /** The next three are what public clients read. */
  prepaidCredit: number,
  /** Of the current month. */
  freeCredit: number,
  currency: string,
  owner_id: string,
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
  /** Percent, rounded: an integer for public clients. */
  vatRatio: integer,
  invoicedOwner: string,
})

/** How an owner pays; empty on a platform that takes no payments itself. */
export const paymentMethodList = list(
  object({
    ownerId: string,
    type: oneOf('CREDITCARD', 'PAYPAL', 'SEPA_DEBIT'),
    token: string,
    imageUrl: string,
    isDefault: boolean,
    holderName: string,
    number: string,
    expirationDate: string,
    isExpired: boolean,
    cardType: string,
    email: string,
    bankCode: string,
    branchCode: string,
    country: string,
    fingerprint: string,
  }),
)
