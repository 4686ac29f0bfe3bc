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

/** What an application or an add-on costs, without tax, discounts and credits. */
export interface Cost {
  /** Such as `2026-11`. */
  month: string
  currency: string
  so_far: Money
  forecast: Money
  /** A whole month of what is set now. */
  month_price: CostRange
  items: UseRecord[]
  /** `null` unless another size, number or plan was asked about. */
  change: { forecast: CostRange; month_price: CostRange } | null
}

/** Of the least and the most that runs; of an add-on both are the same. */
export interface CostRange {
  least: Money
  most: Money
}

interface OwnedAddress {
  ownerId: string
  id: string
}

/** Bounds of number and size of an application. */
export interface CostedBounds {
  minInstances?: number | undefined
  maxInstances?: number | undefined
  minFlavor?: string | undefined
  maxFlavor?: string | undefined
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

  /** Of an application; with bounds also what these would cost. */
  costOfApplication: ({ ownerId, id }: OwnedAddress, bounds: CostedBounds = {}) =>
    ask<Cost>({
      method: 'GET',
      path: path`/v4/berth/organisations/${ownerId}/applications/${id}/cost`,
      query: {
        min_instances: bounds.minInstances?.toString(),
        max_instances: bounds.maxInstances?.toString(),
        min_flavor: bounds.minFlavor,
        max_flavor: bounds.maxFlavor,
      },
    }),

  /** Of an add-on; with the id or slug of a plan also what that would cost. */
  costOfAddon: ({ ownerId, id }: OwnedAddress, plan?: string) =>
    ask<Cost>({
      method: 'GET',
      path: path`/v4/berth/organisations/${ownerId}/addons/${id}/cost`,
      query: { plan },
    }),

  alerts: (ownerId: string) =>
    ask<SpendingAlert[]>({ method: 'GET', path: `${owner(ownerId)}/alerts` }),

  /** Replaces all alerts. */
  setAlerts: (ownerId: string, alerts: readonly Omit<SpendingAlert, 'given_at'>[]) =>
    ask<SpendingAlert[]>({ method: 'PUT', path: `${owner(ownerId)}/alerts`, body: alerts }),
})
