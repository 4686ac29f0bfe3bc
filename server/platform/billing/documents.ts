import type { Invoice } from './invoices/invoice.ts'
import type { InvoiceRenderer } from './invoices/invoice-renderer.ts'
import type { ProviderStatement } from './statements/statement.ts'

/** Renders invoices and statements for people, accountants and their programs. */
export interface BillingDocuments extends InvoiceRenderer {
  /** One row for each line of an invoice. */
  csv(invoice: Invoice): string
  statementPdf(statement: ProviderStatement): Promise<Uint8Array>
  /** One row for each line of a statement. */
  statementCsv(statement: ProviderStatement): string
}
