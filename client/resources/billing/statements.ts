import type { Connection, StreamedResponse } from '#client/http/connection.ts'
import { path } from '#client/http/path.ts'
import type { Money } from './money.ts'

export interface StatementTotal {
  currency: string
  sold: Money
  platform_share: Money
  due: Money
}

/** What an add-on provider has sold in a month. */
export interface Statement {
  provider_id: string
  provider_name: string
  /** Such as `2026-11`. */
  month: string
  plans: { plan: string; addons: number; seconds: number }[]
  lines: {
    invoice_number: string
    customer_id: string
    kind: string
    addon_id: string
    addon_name: string
    plan: string
    quantity: string
    unit: string
    price: Money
    platform_share_percent: string
  }[]
  totals: StatementTotal[]
  /** Customers' months whose lines come later. */
  held: number
}

const all = (ownerId: string, providerId: string) =>
  path`/v4/billing/organisations/${ownerId}/providers/${providerId}/statements`

export const statements = ({ ask, stream }: Connection) => ({
  /** Months that have a statement, newest first. */
  months: (ownerId: string, providerId: string) =>
    ask<{ month: string }[]>({ method: 'GET', path: all(ownerId, providerId) }),

  get: (ownerId: string, providerId: string, month: string) =>
    ask<Statement>({ method: 'GET', path: `${all(ownerId, providerId)}${path`/${month}`}` }),

  /** Streams a file. */
  open: (
    ownerId: string,
    providerId: string,
    file: `${string}.${'pdf' | 'csv'}`,
    signal: AbortSignal,
  ): Promise<StreamedResponse> =>
    stream({
      path: `${all(ownerId, providerId)}${path`/${file}`}`,
      headers: { accept: '*/*' },
      signal,
    }),
})
