import type { Invoice } from './invoice.ts'
import type { InvoiceRenderer } from './invoice-renderer.ts'
import type { ProviderStatement } from './statement.ts'

/** Renders invoices and statements for people, accountants and their programs. */
export interface BillingDocuments extends InvoiceRenderer {
  /** One row for each line of an invoice. */
  csv(invoice: Invoice): string
  statementPdf(statement: ProviderStatement): Promise<Uint8Array>
  /** One row for each line of a statement. */
  statementCsv(statement: ProviderStatement): string
}
