import type { InvoiceNumber } from '#platform/model/ids.ts'

/**
 * Number of an invoice or credit note: the day of issue and a sequence of its own, which goes on over days and years
 * and has no gaps.
 */
export function invoiceNumber(issuedAt: number, sequence: number): InvoiceNumber {
  const day = new Date(issuedAt).toISOString().slice(0, 10).replaceAll('-', '')
  return `F${day}-${String(sequence).padStart(6, '0')}`
}

export const isInvoiceNumber = (text: string): text is InvoiceNumber =>
  /^F\d{8}-\d{6,12}$/.test(text)

export const sequenceOf = (number: InvoiceNumber): number => Number(number.slice(10))
