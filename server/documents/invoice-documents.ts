import type { InvoiceRenderer } from '#platform/model/billing/invoices/invoice-renderer.ts'
import { contentSecurityPolicy, renderInvoiceHtml } from './html/invoice-html.ts'
import { readLogo } from './logo.ts'
import type { DocumentOptions } from './pdf/render-pdf.ts'
import { createPdfThreads } from './pdf-threads.ts'

/** Renders invoices. */
export function createInvoiceDocuments(
  options: DocumentOptions = {},
  renderPdf = createPdfThreads(options),
): InvoiceRenderer {
  const mark = options.logo && readLogo(options.logo)
  return {
    contentSecurityPolicy,
    html: (invoice) => renderInvoiceHtml(invoice, mark),
    pdf: (invoice) => renderPdf({ invoice }),
  }
}
