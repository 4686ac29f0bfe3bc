import type { InvoiceTax } from '#platform/model/billing/invoices/invoice.ts'
import { textElement } from './xml.ts'

type TaxRate = Pick<InvoiceTax, 'category' | 'percent'>

/** Category and rate, without a rate outside the scope of VAT (BR-O-05). */
export const taxRate = ({ category, percent }: TaxRate): string =>
  textElement('ram:CategoryCode', category) + ratePercent({ category, percent })

export const ratePercent = ({ category, percent }: TaxRate): string =>
  category === 'O' ? '' : textElement('ram:RateApplicablePercent', percent)

const reasons: Partial<Record<InvoiceTax['category'], { text: string; code?: string }>> = {
  AE: { text: 'Reverse charge', code: 'VATEX-EU-AE' },
  E: { text: 'Exempt from VAT' },
  O: { text: 'Not subject to VAT', code: 'VATEX-EU-O' },
}

/** Why no tax is charged, for the categories that must say so; the others must not (BR-S-10, BR-Z-10). */
export const exemptionReason = ({ category, reason }: InvoiceTax): string =>
  textElement('ram:ExemptionReason', reasons[category] ? reason || reasons[category].text : '')

export const exemptionCode = ({ category }: InvoiceTax): string =>
  textElement('ram:ExemptionReasonCode', reasons[category]?.code ?? '')
