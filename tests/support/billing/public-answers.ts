/** Type of a field as public clients know it: a name, several values with `|` between, a list of one type, or fields. */
export type PublicType = string | readonly [PublicType] | { readonly [field: string]: PublicType }

const invoice: PublicType = {
  id: 'string',
  number: 'string',
  status: 'PAID|CANCELED|PROCESSING|FAIL|REFUNDED|PENDING|TEST|TOBEREFUNDED|WONTPAY|PAYMENT_HELD',
  emissionDate: 'string',
  paymentDate: 'string',
  name: 'string',
  company: 'string',
  target: 'string',
  address: 'string',
  zipCode: 'string',
  city: 'string',
  country: 'string',
  countryCode: 'string',
  vatNumber: 'string',
  fromSubscription: 'boolean',
  lines: [
    {
      description: 'string',
      subDescription: 'string',
      pack: 'string',
      VAT: 'number',
      price: 'number',
    },
  ],
  originalTotal: 'number',
  totalHT: 'number',
  totalVAT: 'number',
  totalTTC: 'number',
  type: 'INVOICE|CREDITNOTE|PURCHASE_ORDER|ADDON_PREORDER',
  token: 'string',
  targetId: 'string',
  forId: 'string',
  customerOrderId: 'string',
  customerCostCenter: 'string',
  vatRate: 'number',
  payWhen: 'PAY_NOW|PAY_NEXT_MONTH',
}

const owner = '/v2/organisations/:ownerId'

/**
 * Answers of billing as the public description of the API has them. Left out is what only a platform has that takes
 * payments itself: `payingUser`, and why a payment failed.
 */
export const publicAnswers: Readonly<Record<string, PublicType>> = {
  [`GET ${owner}/payments/billings`]: [invoice],
  [`GET ${owner}/payments/billings/unpaid`]: [invoice],
  [`GET ${owner}/payments/billings/:number`]: invoice,
  [`POST ${owner}/addons/preorders`]: invoice,
  [`GET ${owner}/credits`]: {
    ownerId: 'string',
    count: 'number',
    dropPrice: { currency: 'string', value: 'number' },
  },
  [`GET ${owner}/payments/fullprice/:price`]: {
    price: 'integer',
    taxFreePrice: 'integer',
    vatRatio: 'integer',
    invoicedOwner: 'string',
  },
  [`GET ${owner}/payments/methods`]: [
    {
      ownerId: 'string',
      type: 'CREDITCARD|PAYPAL|SEPA_DEBIT',
      token: 'string',
      imageUrl: 'string',
      isDefault: 'boolean',
      holderName: 'string',
      number: 'string',
      expirationDate: 'string',
      isExpired: 'boolean',
      cardType: 'string',
      email: 'string',
      bankCode: 'string',
      branchCode: 'string',
      country: 'string',
      fingerprint: 'string',
    },
  ],
}

/** Endpoints of billing whose answers the public description leaves open, or that always refuse. */
export const openAnswers: readonly string[] = [
  `GET ${owner}/consumptions`,
  `GET ${owner}/addons/:addonId/migrations/preorders`,
  `GET ${owner}/payments/methods/default`,
  `GET ${owner}/payments/recurring`,
  `GET ${owner}/payments/monthlyinvoice`,
]
