import { createFontStack } from '#documents/fonts/font-stack.ts'
import { createLineLayout, type LineLayout } from '#documents/fonts/line-layout.ts'
import type { Logo } from '#documents/logo.ts'
import { formatMoney } from '#documents/view/format.ts'
import { invoiceView } from '#documents/view/invoice-view.ts'
import { facturX } from '#documents/xml/factur-x.ts'
import { qrCode } from '#kit/qr-code.ts'
import { amountOf, sumOf } from '#platform/model/billing/amount.ts'
import type { Invoice } from '#platform/model/billing/invoices/invoice.ts'
import { moneyText } from '#platform/model/billing/rounding.ts'
import { attachFacturX } from './attachment.ts'
import { flowBlocks } from './flow.ts'
import { drawMasthead, drawRunningHead } from './masthead.ts'
import { boxWidth } from './number-boxes.ts'
import { drawPageFeet } from './page-foot.ts'
import { Paper } from './paper.ts'
import { drawPaymentPanel } from './payment-panel.ts'
import { drawSummary } from './summary.ts'
import { bottom, left } from './theme.ts'
import {
  continuedHeight,
  drawContinued,
  drawTableHead,
  tableHeadHeight,
  usageBlocks,
} from './usage-table.ts'

export interface PdfOptions {
  layout: LineLayout
  logo?: Logo | undefined
}

/** Fonts and what is known about lines of text, shared by all documents of a process. */
export const createLayout = (fontFolder: string | undefined): LineLayout =>
  createLineLayout(createFontStack({ folder: fontFolder }), boxWidth)

/** Any mask pattern is readable; this one has no large even areas in most payment codes. */
const codeMask = 2

/** Room below the summary that makes it worth to begin the details on the same page. */
const minDetails = 110

/** An invoice as PDF/A-3 with its machine-readable form attached: a Factur-X invoice, profile EN 16931. */
export async function renderInvoicePdf(
  invoice: Invoice,
  { layout, logo }: PdfOptions,
): Promise<Buffer> {
  const view = invoiceView(invoice)
  const code =
    view.payment.code === null ? undefined : await qrCode(view.payment.code, { mask: codeMask })
  const title = `${view.title} ${view.number}`
  const paper = new Paper({ title, createdAt: invoice.issuedAt, layout })
  let y = drawMasthead(paper, view, logo)
  y = drawPaymentPanel(paper, view, y, code)
  y = drawSummary(paper, view, y + 18)
  drawUsage(paper, invoice, view, y + 16)
  drawPageFeet(paper, view)
  attachFacturX(paper, facturX(invoice), invoice.issuedAt)
  return paper.finish()
}

function drawUsage(
  paper: Paper,
  { lines, currency }: Invoice,
  view: ReturnType<typeof invoiceView>,
  top: number,
): void {
  if (lines.length === 0) return
  const startPage = (continues?: string) => {
    paper.addPage()
    const y = drawRunningHead(paper, view)
    drawTableHead(paper, y)
    if (continues === undefined) return y + tableHeadHeight
    drawContinued(paper, y + tableHeadHeight, continues)
    return y + tableHeadHeight + continuedHeight
  }
  const total = moneyText(sumOf(lines.map(({ net }) => amountOf(net))), currency)
  const blocks = usageBlocks(paper, view.sections, {
    label: lines.length === 1 ? 'Total of 1 line' : `Total of ${lines.length} lines`,
    amount: formatMoney(total, currency),
  })
  if (top + minDetails > bottom) {
    flowBlocks(blocks, startPage(), { startPage })
    return
  }
  paper.text('Details', left, top + 12, { size: 12, weight: 'semibold' })
  drawTableHead(paper, top + 22)
  flowBlocks(blocks, top + 22 + tableHeadHeight, { startPage })
}
