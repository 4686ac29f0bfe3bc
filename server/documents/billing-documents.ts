import type { BillingDocuments } from '#platform/model/billing/invoices/documents.ts'
import { linesCsv } from './csv/lines-csv.ts'
import { statementCsv } from './csv/statement-csv.ts'
import { createInvoiceDocuments } from './invoice-documents.ts'
import type { DocumentOptions } from './pdf/render-pdf.ts'
import { createPdfThreads } from './pdf-threads.ts'

/** Renders invoices and the statements of providers. */
export function createBillingDocuments(options: DocumentOptions = {}): BillingDocuments {
  const renderPdf = createPdfThreads(options)
  return {
    ...createInvoiceDocuments(options, renderPdf),
    csv: ({ lines, currency }) => linesCsv(lines, currency),
    statementCsv,
    statementPdf: (statement) => renderPdf({ statement }),
  }
}
