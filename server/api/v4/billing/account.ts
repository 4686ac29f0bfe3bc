import { billingAccountAnswer } from '#api/answers/billing/billing-operation.ts'
import { endpoint } from '#api/http/endpoint.ts'
import { clearable, object } from '#kit/schema.ts'
import { setReferences } from '#platform/billing/billing-references.ts'
import { accountOf } from '#platform/billing/invoices/buyer.ts'
import { accountToWire } from './account-record.ts'

const path = '/v4/billing/organisations/:ownerId/account'
const access = { on: 'owner', may: 'bill' } as const

export const getBillingAccount = endpoint({
  method: 'GET',
  path,
  access,
  summary: 'Shows the references on invoices, held months, and whether the owner is suspended',
  answer: billingAccountAnswer,
  handle: async ({ platform: { store }, ownerId }) =>
    accountToWire(await accountOf(store, ownerId), await store.heldInvoices.listOf(ownerId)),
})

export const putBillingAccount = endpoint({
  method: 'PUT',
  path,
  access,
  action: 'billing.set-references',
  summary: 'Sets the cost centre and the purchase order that invoices name',
  body: object({ customer_cost_center: clearable, customer_purchase_order: clearable }),
  answer: billingAccountAnswer,
  async handle({ platform, ownerId, body }) {
    const account = await setReferences(platform, ownerId, {
      costCentre: body.customer_cost_center,
      purchaseOrder: body.customer_purchase_order,
    })
    return accountToWire(account, await platform.store.heldInvoices.listOf(ownerId))
  },
})
