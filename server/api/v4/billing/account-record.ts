import type { billingAccountAnswer } from '#api/answers/billing/billing-operation.ts'
import type { Infer } from '#kit/schema.ts'
import type { BillingAccount } from '#platform/model/billing/billing-account.ts'
import type { HeldInvoice } from '#platform/model/billing/invoices/invoice.ts'
import { monthName } from '#platform/model/billing/period.ts'
import { moneyToWire } from './money.ts'

export const heldToWire = (held: HeldInvoice) => ({
  owner_id: held.ownerId,
  month: monthName(held.period),
  reason: held.reason,
  sentence: held.sentence,
  held_at: new Date(held.heldAt).toISOString(),
  net: moneyToWire(held.net, held.currency),
})

export const accountToWire = (
  { ownerId, costCentre, purchaseOrder, suspendedAt, suspension }: BillingAccount,
  held: readonly HeldInvoice[],
): Infer<typeof billingAccountAnswer> => ({
  owner_id: ownerId,
  customer_cost_center: costCentre,
  customer_purchase_order: purchaseOrder,
  suspended_at: suspendedAt === null ? null : new Date(suspendedAt).toISOString(),
  suspension,
  held: held.map(heldToWire),
})
