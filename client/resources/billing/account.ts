import type { Connection } from '#client/http/connection.ts'
import { path } from '#client/http/path.ts'
import type { BillingAccount } from './operation.ts'

export interface BillingReferences {
  customer_cost_center?: string | undefined
  customer_purchase_order?: string | undefined
}

const of = (ownerId: string) => path`/v4/billing/organisations/${ownerId}/account`

export const billingAccounts = ({ ask }: Connection) => ({
  get: (ownerId: string) => ask<BillingAccount>({ method: 'GET', path: of(ownerId) }),

  /** Sets what invoices name; absent ones stay. */
  setReferences: (ownerId: string, references: BillingReferences) =>
    ask<BillingAccount>({ method: 'PUT', path: of(ownerId), body: references }),
})
