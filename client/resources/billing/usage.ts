import type { Connection } from '#client/http/connection.ts'
import { path } from '#client/http/path.ts'
import type { Money, Totals } from './money.ts'

/** Use of one size or plan of one thing, with its price. */
export interface UseRecord {
  kind: 'runtime' | 'build' | 'addon' | 'consumption' | 'credit' | 'other'
  resource_id: string
  resource_name: string
  flavor_or_plan: string
  zone: string
  unit: 'second' | 'month' | 'piece'
  /** An exact decimal. */
  quantity: string
  unit_price: string
  price: Money
  /** The application whose preview it is for. */
  preview_of: string | null
}

/** A month of an owner. */
export interface Usage {
  owner_id: string
  /** Such as `2026-11`. */
  month: string
  begin_date: string
  end_date: string
  currency: string
  /** What costs something. */
  items: UseRecord[]
  /** What was used, for free as well. */
  metered: {
    kind: UseRecord['kind']
    resource_id: string
    resource_name: string
    flavor_or_plan: string
    zone: string
    seconds: number
    preview_of: string | null
  }[]
  so_far: Totals
  /** What was used, and what runs now until the end of the month. */
  forecast: Totals
  days: { day: string; total_tax_excluded: Money; seconds: number; items: UseRecord[] }[]
}

export interface SpendingAlert {
  /** Without tax. */
  amount: string
  basis: 'spent' | 'forecast'
  by_email: boolean
  /** Empty for none. */
  webhook: string
  /** When it was given this month; ISO 8601. */
  given_at: string | null
}

const owner = (ownerId: string) => path`/v4/billing/organisations/${ownerId}`

export const usage = ({ ask }: Connection) => ({
  /** This month by default. */
  get: (ownerId: string, month?: string) =>
    ask<Usage>({ method: 'GET', path: `${owner(ownerId)}/usage`, query: { month } }),

  alerts: (ownerId: string) =>
    ask<SpendingAlert[]>({ method: 'GET', path: `${owner(ownerId)}/alerts` }),

  /** Replaces all alerts. */
  setAlerts: (ownerId: string, alerts: readonly Omit<SpendingAlert, 'given_at'>[]) =>
    ask<SpendingAlert[]>({ method: 'PUT', path: `${owner(ownerId)}/alerts`, body: alerts }),
})
