import type {
  BillingAddress,
  Seller,
  TaxCategory,
} from '#platform/model/billing/invoices/invoice.ts'
import type { VatRules } from '#platform/model/billing/price-list.ts'
import { isEuropeanVatNumber, isInEuropeanUnion, vatCountry } from './vat-number.ts'

/** The tax of an invoice: all of its lines are the same kind of service. */
export interface Vat {
  readonly category: TaxCategory
  readonly percent: string
  readonly reason: string | null
}

const reverseCharge =
  'Reverse charge: VAT is owed by the customer (Article 196 of Directive 2006/112/EC).'
const outside =
  'Not subject to VAT: the customer is outside the European Union (Article 44 of Directive 2006/112/EC).'

/**
 * The VAT that a customer pays. A business in another country of the European Union, known by its VAT number, owes the
 * tax itself; others in the Union pay the rate of their country if the operator lists it, else the seller's rate. Who
 * is outside of the Union pays no tax unless the operator lists a rate of their country.
 */
export function vatFor(
  rules: VatRules,
  seller: Pick<Seller, 'country'>,
  buyer: Pick<BillingAddress, 'country' | 'vatNumber'>,
): Vat {
  if (rules.exemption !== undefined) {
    return { category: 'E', percent: '0', reason: rules.exemption }
  }
  const [from, to] = [vatCountry(seller.country), vatCountry(buyer.country)]
  const rate = rules.rates[buyer.country] ?? rules.rates[to]
  if (from === to) return standard(rate)
  if (isInEuropeanUnion(from) && isInEuropeanUnion(to)) {
    return isEuropeanVatNumber(buyer.vatNumber, to)
      ? { category: 'AE', percent: '0', reason: reverseCharge }
      : standard(rate ?? rules.rates[from])
  }
  return rate === undefined ? { category: 'O', percent: '0', reason: outside } : standard(rate)
}

function standard(rate: string | undefined): Vat {
  const percent = rate ?? '0'
  return Number(percent) === 0
    ? { category: 'Z', percent: '0', reason: null }
    : { category: 'S', percent, reason: null }
}
