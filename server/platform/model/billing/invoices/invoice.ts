import type { Period } from '#platform/model/billing/period.ts'
import type { InvoiceNumber, OwnerId } from '#platform/model/ids.ts'

export const invoiceStatuses = [
  'PENDING',
  'PROCESSING',
  'PAYMENTHELD',
  'PAID',
  'CANCELED',
  'REFUNDED',
  'WONTPAY',
] as const
/** Names of the wire; `invoice-states.ts` has the transitions. */
export type InvoiceStatus = (typeof invoiceStatuses)[number]

/** Who issues invoices: a snapshot of the operator's settings. */
export interface Seller {
  readonly name: string
  /** Lines of the postal address, without the country. */
  readonly address: readonly string[]
  /** Two-letter ISO 3166 code. */
  readonly country: string
  /** Empty for a seller without one. */
  readonly vatNumber: string
  /** Legal form, capital, register: printed at the foot of the page. */
  readonly legalLines: readonly string[]
  readonly email: string
  readonly iban: string
  readonly bic: string
}

/** Whom an invoice is for: a snapshot of the owner's details. Empty texts for what is unknown. */
export interface BillingAddress {
  /** The customer's full name, else the organisation's or user's name. */
  readonly name: string
  readonly company: string
  /** Street; may have several lines. */
  readonly address: string
  readonly city: string
  readonly zipcode: string
  /** Two-letter ISO 3166 code. */
  readonly country: string
  readonly vatNumber: string
  readonly costCentre: string
  readonly purchaseOrder: string
}

export interface InvoiceLine {
  /** `credit` is a free credit: a negative line that reduces what is taxed. */
  readonly kind: 'runtime' | 'build' | 'addon' | 'consumption' | 'credit' | 'other'
  /** Application or add-on; empty for `credit` and `other`. */
  readonly resourceId: string
  readonly resourceName: string
  /** Such as `hello: M in par`. */
  readonly description: string
  readonly flavorOrPlan: string
  readonly zone: string
  /** First and last moment of the use that the line sums up. */
  readonly from: number
  readonly until: number
  /** Exact for `second` and `piece`; parts of a month are shown with nine decimals, and `net` is of the exact part. */
  readonly quantity: string
  readonly unit: 'second' | 'month' | 'piece'
  /** Exact, may have many decimals. */
  readonly unitPrice: string
  /** Without tax and before the invoice's discount, rounded half up to the currency's minor unit. */
  readonly net: string
  /** Provider of the add-on, who gets a share. */
  readonly providerId: string | null
  /** The application whose preview it is for; absent for all else. */
  readonly previewOf?: string
}

/**
 * Tax categories of EN 16931: S standard rate, AE reverse charge, E exempt, O outside the scope of tax, Z zero rate.
 */
export type TaxCategory = 'S' | 'AE' | 'E' | 'O' | 'Z'

export interface InvoiceTax {
  readonly category: TaxCategory
  readonly percent: string
  readonly base: string
  readonly amount: string
  /** Why no tax is charged. */
  readonly reason: string | null
}

/** What never changes once an invoice is issued. Amounts are decimals with the currency's number of decimals. */
export interface InvoiceDocument {
  readonly seller: Seller
  readonly buyer: BillingAddress
  readonly lines: readonly InvoiceLine[]
  /** Deducted from the lines that are no credits. */
  readonly discount: { readonly percent: string; readonly amount: string } | null
  readonly taxes: readonly InvoiceTax[]
  /**
   * `net` = lines − discount; `tax` = taxes; `gross` = net + tax; `credits` are prepaid credits that were used;
   * `due` = gross − credits.
   */
  readonly totals: {
    readonly net: string
    readonly tax: string
    readonly gross: string
    readonly credits: string
    readonly due: string
  }
  readonly notes: readonly string[]
}

/** An invoice, or a credit note: its amounts are positive as well, and are owed to the customer. */
export interface Invoice extends InvoiceDocument {
  readonly number: InvoiceNumber
  readonly kind: 'invoice' | 'credit-note'
  readonly origin: 'automatic' | 'manual'
  readonly ownerId: OwnerId
  readonly issuedAt: number
  readonly dueAt: number
  readonly paidAt: number | null
  readonly period: Period
  readonly status: InvoiceStatus
  /** ISO 4217. */
  readonly currency: string
  /** Credit note → invoice. */
  readonly corrects: InvoiceNumber | null
  readonly priceListId: string
  readonly payment: InvoicePayment | null
}

/** Who collected the money. */
export interface InvoicePayment {
  readonly provider: string
  readonly transactionId: string | null
}

/** Why a month could not be invoiced: the owner's address, a provider's charge, or the operator's own details. */
export type HoldReason = 'address' | 'consumption' | 'seller'

/** An owner's month that waits to be invoiced, without a number. */
export interface HeldInvoice {
  readonly ownerId: OwnerId
  readonly period: Period
  readonly reason: HoldReason
  /** For the one who can end it. */
  readonly sentence: string
  /** Since when it has waited for this reason. */
  readonly heldAt: number
  readonly currency: string
  /** Net total so far. */
  readonly net: string
}
