import type { InvoiceSummary } from '#client/resources/billing/invoices.ts'
import { Badge } from '#console/components/display/state-badge.tsx'
import { billingTexts } from '#console/texts/en/organisation/billing.ts'

const kinds = {
  PENDING: 'warning',
  PROCESSING: 'accent',
  PAYMENTHELD: 'warning',
  PAID: 'good',
  CANCELED: 'plain',
  REFUNDED: 'plain',
  WONTPAY: 'plain',
} as const

export function InvoiceStatus({ status }: Pick<InvoiceSummary, 'status'>) {
  return <Badge kind={kinds[status]}>{billingTexts.invoices.statuses[status]}</Badge>
}
