import type { Connection } from '#client/http/connection.ts'
import { path } from '#client/http/path.ts'
import type { Money } from './money.ts'

/** Prices in a zone, without tax. */
export interface PriceSystem {
  /** Of the price list in force; `prices_none` while nothing costs anything. */
  id: string
  zone_id: string
  currency: string
  /** Percentage off. */
  discount: number
  runtime: {
    /** `apps`, `builds`, or the id of an add-on provider. */
    source: string
    /** Size, or plan. */
    flavor: string
    /** Of an hour. */
    price: number
    unit: 'second' | 'month'
    /** Exact, per unit. */
    unit_price: string
  }[]
}

/** Prepaid credit and what changed it. */
export interface CreditSummary {
  owner_id: string
  prepaidCredit: number
  /** Of the current month. */
  freeCredit: number
  currency: string
  balance: Money
  free_credits_per_month: Money
  movements: {
    id: string
    /** ISO 8601. */
    date: string
    amount: Money
    reason: string
    invoice_number: string | null
  }[]
}

const owner = (ownerId: string) => path`/v4/billing/organisations/${ownerId}`

export const prices = ({ ask }: Connection) => ({
  /** With the plans that only this owner may order, and its discount; in the first zone by default. */
  get: (ownerId: string, zone?: string) =>
    ask<PriceSystem>({
      method: 'GET',
      path: `${owner(ownerId)}/price-system`,
      query: { zone_id: zone },
    }),

  credits: (ownerId: string) =>
    ask<CreditSummary>({ method: 'GET', path: `${owner(ownerId)}/credits/summary` }),
})
