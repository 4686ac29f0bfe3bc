import type { Invoice } from '#platform/model/billing/invoices/invoice.ts'
import { monthOf } from '#platform/model/billing/period.ts'
import type { OwnerId } from '#platform/model/ids.ts'
import { sampleBuyer, sampleLine, sampleSeller } from '#tests/support/invoices/sample-invoices.ts'

/** An unpaid invoice of one line that nothing was metered for. */
export function testInvoice(ownerId: OwnerId): Omit<Invoice, 'number'> {
  const issuedAt = Date.now()
  return {
    kind: 'invoice',
    origin: 'manual',
    ownerId,
    issuedAt,
    dueAt: issuedAt + 86_400_000,
    paidAt: null,
    period: monthOf(monthOf(issuedAt).from - 1),
    status: 'PENDING',
    currency: 'EUR',
    seller: sampleSeller,
    buyer: sampleBuyer,
    lines: [sampleLine({ quantity: '1000', unitPrice: '0.01', net: '10.00' })],
    discount: null,
    taxes: [{ category: 'S', percent: '20', base: '10.00', amount: '2.00', reason: null }],
    totals: { net: '10.00', tax: '2.00', gross: '12.00', credits: '0.00', due: '12.00' },
    corrects: null,
    notes: [],
    priceListId: 'prices_none',
    payment: null,
  }
}
