import type { Seller } from './invoices/invoice.ts'

/** Settings of the operator for invoices. */
export interface BillingPolicies {
  /** Who issues the invoices. Invoices are held while name, address or country is missing. */
  seller: Seller
  /** Time to pay, in milliseconds. */
  paymentTerm: number
  /** Time between reminders of an unpaid invoice that is due. */
  reminderPause: number
  /** Time after the due date until the applications of who has not paid stop; `undefined` for never. */
  suspendAfter: number | undefined
  /** Highest charge of a provider, in euros, that is invoiced without the operator's decision. */
  maxConsumption: number
  /** Percentage of what providers sell that the platform keeps, unless the price list says another. */
  platformShare: string
}
