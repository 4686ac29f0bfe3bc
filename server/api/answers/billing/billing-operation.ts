import { integer, list, nullable, object, oneOf, string } from '#kit/schema.ts'
import { suspensionDecisions } from '#platform/model/billing/billing-account.ts'
import { money } from './money.ts'

const heldEntries = {
  owner_id: string,
  month: string,
  reason: oneOf('address', 'consumption', 'seller'),
  sentence: string,
  held_at: string,
  net: money,
}
/** A month that waits to be invoiced, without a number. */
export const heldInvoiceList = list(object(heldEntries))

export const billingAccountAnswer = object({
  owner_id: string,
  customer_cost_center: string,
  customer_purchase_order: string,
  suspended_at: nullable(string),
  suspension: oneOf(...suspensionDecisions),
  held: heldInvoiceList,
})
export const billingAccountList = list(billingAccountAnswer)

export const invoiceRunAnswer = object({
  issued: list(string),
  held: heldInvoiceList,
  /** Owners whose month failed; the log says why, and the next run tries again. */
  failed: list(string),
})

export const heldConsumption = object({
  id: string,
  owner_id: string,
  addon_id: string,
  addon_name: string,
  provider_id: string,
  /** In euros, exact. */
  cost: string,
  state: oneOf('accepted', 'held', 'rejected'),
  date: string,
})
export const heldConsumptionList = list(heldConsumption)

export const creditMovementAnswer = object({
  id: string,
  owner_id: string,
  amount: money,
  reason: string,
  balance: money,
})

export const statementSummaryList = list(
  object({
    provider_id: string,
    provider_name: string,
    owner_id: string,
    month: string,
    lines: integer,
    totals: list(
      object({ currency: string, sold: money, platform_share: money, due: money, unpaid: money }),
    ),
  }),
)
