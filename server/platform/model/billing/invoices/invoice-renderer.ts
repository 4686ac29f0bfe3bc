import type { Invoice } from './invoice.ts'

/** Makes documents of invoices. The same record always makes the same document. */
export interface InvoiceRenderer {
  /** A page for browsers and printers, complete in itself. */
  html(invoice: Invoice): Promise<string>
  /** `Content-Security-Policy` header that the page works under. */
  contentSecurityPolicy: string
  /** PDF/A-3 with the machine-readable invoice (Factur-X, EN 16931) attached. */
  pdf(invoice: Invoice): Promise<Uint8Array>
}
