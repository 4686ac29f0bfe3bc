import { html, respond } from '#api/http/response.ts'
import type { Invoice } from '#platform/model/billing/invoices/invoice.ts'
import type { Platform } from '#platform/platform.ts'

type Documents = Pick<Platform, 'documents'>

/** A file that browsers show, with a name for when they keep it. Private: no shared cache may keep it. */
const file = (bytes: Buffer | string, type: string, name: string): Response =>
  respond(bytes, {
    headers: {
      'content-type': type,
      'content-disposition': `inline; filename="${name}"`,
      'cache-control': 'private, no-store',
    },
  })

export const pdfFile = (bytes: Uint8Array, name: string) =>
  file(
    Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
    'application/pdf',
    `${name}.pdf`,
  )

export const csvFile = (text: string, name: string) =>
  file(text, 'text/csv; charset=utf-8', `${name}.csv`)

export const invoicePdf = async ({ documents }: Documents, invoice: Invoice) =>
  pdfFile(await documents.pdf(invoice), invoice.number)

export const invoiceCsv = async ({ documents }: Documents, invoice: Invoice) =>
  csvFile(documents.csv(invoice), invoice.number)

export async function invoiceHtml({ documents }: Documents, invoice: Invoice): Promise<Response> {
  const response = html(await documents.html(invoice))
  response.headers.set('content-security-policy', documents.contentSecurityPolicy)
  return response
}
