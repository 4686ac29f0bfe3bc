import { fullPriceAnswer, paymentMethodList } from '#api/answers/billing/prices.ts'
import { endpoint } from '#api/http/endpoint.ts'
import { unknown } from '#kit/schema.ts'
import { fullPrice } from '#platform/billing/prices/full-price.ts'
import { Refusal } from '#platform/model/refusal.ts'

const path = '/v2/organisations/:ownerId/payments'
const access = { on: 'owner', may: 'bill' } as const

export const listPaymentMethods = endpoint({
  method: 'GET',
  path: `${path}/methods`,
  access,
  summary: 'Lists the payment methods: none, since invoices are paid by transfer to the operator',
  answer: paymentMethodList,
  handle: async () => [],
})

export const listPaymentMethodsV4 = endpoint({
  method: 'GET',
  path: '/v4/billing/organisations/:ownerId/payments/methods',
  access,
  summary: 'Lists the payment methods: none, since invoices are paid by transfer to the operator',
  answer: paymentMethodList,
  handle: async () => [],
})

const absent = (thing: string) => async () => {
  throw new Refusal(
    'missing',
    `There is no ${thing}: this platform takes no payments itself. Pay invoices as they say.`,
  )
}

export const getDefaultPaymentMethod = endpoint({
  method: 'GET',
  path: `${path}/methods/default`,
  access,
  summary: 'Refused: there is no default payment method',
  answer: unknown,
  handle: absent('default payment method'),
})

export const getRecurringPayment = endpoint({
  method: 'GET',
  path: `${path}/recurring`,
  access,
  summary: 'Refused: there are no recurring payments',
  answer: unknown,
  handle: absent('recurring payment'),
})

export const getMonthlyInvoice = endpoint({
  method: 'GET',
  path: `${path}/monthlyinvoice`,
  access,
  summary: 'Refused: the monthly invoice has no limit',
  answer: unknown,
  handle: absent('limit of the monthly invoice'),
})

export const getFullPrice = endpoint({
  method: 'GET',
  path: `${path}/fullprice/:price`,
  access: { on: 'owner', may: 'meter' },
  summary: 'Adds the VAT of an owner to a price in cents, or in minor units of another currency',
  answer: fullPriceAnswer,
  handle: ({ platform, ownerId, params }) => fullPrice(platform, ownerId, params.price),
})
