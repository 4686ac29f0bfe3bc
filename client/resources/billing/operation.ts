import type { Connection, Query, StreamedResponse } from '#client/http/connection.ts'
import type { Message } from '#client/http/message.ts'
import { path } from '#client/http/path.ts'
import type { Invoice, InvoiceForm, InvoiceSummary } from './invoices.ts'
import type { Money } from './money.ts'
import type { StatementTotal } from './statements.ts'

export interface PriceList {
  id: string
  /** ISO 8601. */
  valid_from: string
  created_at: string
  is_current: boolean
  prices: { currency: string; sizes: Record<string, string> } & Record<string, unknown>
}

/** A month that could not be invoiced. */
export interface HeldInvoice {
  owner_id: string
  month: string
  reason: 'address' | 'consumption' | 'seller'
  sentence: string
  held_at: string
  net: Money
}

export interface InvoiceRun {
  issued: string[]
  held: HeldInvoice[]
  /** Owners whose month failed. */
  failed: string[]
}

/** A provider's charge that waits for a decision, or was decided. */
export interface HeldConsumption {
  id: string
  owner_id: string
  addon_id: string
  addon_name: string
  provider_id: string
  /** In euros. */
  cost: string
  state: 'accepted' | 'held' | 'rejected'
  date: string
}

export interface BillingAccount {
  owner_id: string
  customer_cost_center: string
  customer_purchase_order: string
  suspended_at: string | null
  suspension: 'automatic' | 'suspended' | 'exempt'
  held: HeldInvoice[]
}

const root = '/v4/berth/billing'
const invoice = (number: string) => `${root}/invoices${path`/${number}`}`
const owner = (ownerId: string) => `${root}/owners${path`/${ownerId}`}`
/** A run over many owners takes a while. */
const timeout = 600_000

/** Billing of the whole platform, for operators. */
export const billingOperation = ({ ask, stream }: Connection) => ({
  priceLists: () => ask<PriceList[]>({ method: 'GET', path: `${root}/prices` }),

  /** By id, or `current`. */
  priceList: (id: string) =>
    ask<PriceList>({ method: 'GET', path: `${root}/prices${path`/${id}`}` }),

  addPriceList: (body: { valid_from: string; prices: unknown }) =>
    ask<PriceList>({ method: 'POST', path: `${root}/prices`, body }),

  removePriceList: (id: string) =>
    ask<Message>({ method: 'DELETE', path: `${root}/prices${path`/${id}`}` }),

  /** Newest first. */
  invoices: (query: Query = {}) =>
    ask<InvoiceSummary[]>({ method: 'GET', path: `${root}/invoices`, query }),

  invoice: (number: string) => ask<Invoice>({ method: 'GET', path: invoice(number) }),

  openInvoice: (
    number: string,
    form: Exclude<InvoiceForm, 'csv'>,
    signal: AbortSignal,
  ): Promise<StreamedResponse> =>
    stream({ path: invoice(`${number}.${form}`), headers: { accept: '*/*' }, signal }),

  run: (until?: string) =>
    ask<InvoiceRun>({
      method: 'POST',
      path: `${root}/invoices/run`,
      body: until === undefined ? {} : { until },
      timeout,
    }),

  held: () => ask<HeldInvoice[]>({ method: 'GET', path: `${root}/invoices/held` }),

  markPaid: (number: string, transaction?: string) =>
    ask<InvoiceSummary>({
      method: 'POST',
      path: `${invoice(number)}/paid`,
      body: transaction === undefined ? {} : { transaction_id: transaction },
    }),

  setStatus: (number: string, status: string) =>
    ask<InvoiceSummary>({ method: 'PUT', path: `${invoice(number)}/status`, body: { status } }),

  credit: (number: string, body: { reason: string; amount?: string | undefined }) =>
    ask<InvoiceSummary>({ method: 'POST', path: `${invoice(number)}/credit-note`, body }),

  heldConsumptions: () =>
    ask<HeldConsumption[]>({ method: 'GET', path: `${root}/consumptions/held` }),

  decideConsumption: (id: string, state: 'accepted' | 'rejected') =>
    ask<HeldConsumption>({
      method: 'PUT',
      path: `${root}/consumptions${path`/${id}`}`,
      body: { state },
    }),

  suspended: () => ask<BillingAccount[]>({ method: 'GET', path: `${root}/owners/suspended` }),

  decideSuspension: (ownerId: string, decision: string) =>
    ask<BillingAccount>({
      method: 'PUT',
      path: `${owner(ownerId)}/suspension`,
      body: { decision },
    }),

  grantCredit: (
    ownerId: string,
    body: { amount: string; reason: string; currency?: string | undefined },
  ) =>
    ask<{ id: string; owner_id: string; amount: Money; balance: Money }>({
      method: 'POST',
      path: `${owner(ownerId)}/credits`,
      body,
    }),

  statements: (month: string) =>
    ask<
      {
        provider_id: string
        provider_name: string
        owner_id: string
        lines: number
        totals: (StatementTotal & { unpaid: Money })[]
      }[]
    >({ method: 'GET', path: `${root}/statements${path`/${month}`}`, timeout }),
})
