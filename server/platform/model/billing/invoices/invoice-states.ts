import type { Invoice, InvoiceStatus } from './invoice.ts'

/**
 *   PENDING ──► PROCESSING ──► PAID ──► REFUNDED
 *      │  ▲          │           ▲
 *      ▼  └──────────┘           │
 *   PAYMENTHELD, WONTPAY ────────┘
 *
 * An invoice that is not paid may be CANCELED by a credit note; one that is paid is REFUNDED by one.
 */
const transitions: Readonly<Record<InvoiceStatus, readonly InvoiceStatus[]>> = {
  PENDING: ['PROCESSING', 'PAYMENTHELD', 'PAID', 'CANCELED', 'WONTPAY'],
  PROCESSING: ['PENDING', 'PAYMENTHELD', 'PAID', 'CANCELED'],
  PAYMENTHELD: ['PENDING', 'PROCESSING', 'PAID', 'CANCELED', 'WONTPAY'],
  WONTPAY: ['PENDING', 'PAID', 'CANCELED'],
  PAID: ['REFUNDED'],
  CANCELED: [],
  REFUNDED: [],
}

export const canBecome = (from: InvoiceStatus, to: InvoiceStatus): boolean =>
  transitions[from].includes(to)

/** States in which money is awaited. */
export const unpaidStates = ['PENDING', 'PROCESSING', 'PAYMENTHELD'] as const

export const isUnpaid = ({ kind, status }: Pick<Invoice, 'kind' | 'status'>): boolean =>
  kind === 'invoice' && unpaidStates.some((state) => state === status)
