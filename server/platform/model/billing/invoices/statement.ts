import type { Period } from '#platform/model/billing/period.ts'
import type { InvoiceNumber, OwnerId } from '#platform/model/ids.ts'
import type { InvoiceLine, Seller } from './invoice.ts'

/** A line of a customer's invoice, or of its credit note, for what a provider offers. */
export interface StatementLine {
  readonly invoiceNumber: InvoiceNumber
  readonly customerId: OwnerId
  readonly kind: InvoiceLine['kind']
  readonly addonId: string
  readonly addonName: string
  readonly plan: string
  readonly zone: string
  readonly from: number
  readonly until: number
  readonly quantity: string
  readonly unit: InvoiceLine['unit']
  readonly currency: string
  /** What the customer was charged without tax; negative on a credit note. */
  readonly net: string
  /** Percentage that the platform keeps. */
  readonly share: string
  /** Whether the customer has not paid the invoice, or never will. Told to the operator alone. */
  readonly isUnpaid: boolean
}

/** Sums of one currency: `due` = sold − share. */
export interface StatementTotal {
  readonly currency: string
  readonly sold: string
  readonly share: string
  readonly due: string
  /** What of `sold` customers have not paid. */
  readonly unpaid: string
}

/** Use of one plan in the month, paid for or not. */
export interface PlanUse {
  readonly plan: string
  readonly addons: number
  readonly seconds: number
}

/** What a provider has sold in a month, and gets. */
export interface ProviderStatement {
  readonly providerId: string
  readonly providerName: string
  /** The operator, who pays. */
  readonly seller: Seller
  readonly period: Period
  readonly lines: readonly StatementLine[]
  readonly plans: readonly PlanUse[]
  readonly totals: readonly StatementTotal[]
  /** Customers' months that are held: their lines come when they are invoiced. */
  readonly held: number
}
