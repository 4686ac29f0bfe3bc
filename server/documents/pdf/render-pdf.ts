import { readLogo } from '#documents/logo.ts'
import type { Invoice } from '#platform/model/billing/invoices/invoice.ts'
import type { ProviderStatement } from '#platform/model/billing/invoices/statement.ts'
import { createLayout, renderInvoicePdf } from './invoice-pdf.ts'
import { renderStatementPdf } from './statement-pdf.ts'

export interface DocumentOptions {
  /** The operator's logo, a PNG or JPEG file; throws a `LogoError` if it is neither. */
  logo?: Uint8Array | undefined
  /** Folder with fonts of the machine for scripts that are not brought along. */
  fontFolder?: string | undefined
}

export type PdfRequest = { invoice: Invoice } | { statement: ProviderStatement }

export type PdfRenderer = (request: PdfRequest) => Promise<Uint8Array>

/** Renders PDFs one after the other, with fonts that all of them share. */
export function createPdfRenderer({ logo, fontFolder }: DocumentOptions): PdfRenderer {
  const layout = createLayout(fontFolder)
  const mark = logo && readLogo(logo)
  return (request) =>
    'invoice' in request
      ? renderInvoicePdf(request.invoice, { layout, logo: mark })
      : renderStatementPdf(request.statement, layout)
}
