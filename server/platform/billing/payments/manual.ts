import type { PaymentProvider } from '#platform/model/billing/payment-provider.ts'

/** The customer transfers the money, and the operator reports it. */
export const manualPayment: PaymentProvider = { name: 'manual' }
