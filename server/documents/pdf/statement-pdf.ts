import type { LineLayout } from '#documents/fonts/line-layout.ts'
import { formatDays, formatMoney, formatPeriod, formatQuantity } from '#documents/view/format.ts'
import { printable } from '#documents/view/printable-text.ts'
import type {
  ProviderStatement,
  StatementLine,
} from '#platform/model/billing/invoices/statement.ts'
import { type Block, flowBlocks } from './flow.ts'
import { drawPageFeet } from './page-foot.ts'
import { Paper, type PaperText } from './paper.ts'
import { colours, contentWidth, left, page, right } from './theme.ts'
import { wrapText } from './wrap.ts'

const muted: PaperText = { size: 9, colour: colours.muted }
const strong: PaperText = { size: 9.5, weight: 'semibold' }
const cell: PaperText = { size: 8.5, colour: colours.muted, isTabular: true }
const heading: PaperText = { size: 7.5, weight: 'semibold', colour: colours.muted }
const columns = { addon: left + 98, days: left + 300, quantity: left + 436, net: right }
const headHeight = 22

/** What a provider has sold in a month, and gets, as PDF/A-3. */
export async function renderStatementPdf(
  statement: ProviderStatement,
  layout: LineLayout,
): Promise<Buffer> {
  const { period, lines, seller } = statement
  const month = new Date(period.from).toISOString().slice(0, 7)
  const paper = new Paper({ title: `Statement ${month}`, createdAt: period.until, layout })
  let y = drawHead(paper, statement)
  y = drawTotals(paper, statement, y + 12)
  if (lines.length > 0) drawLines(paper, statement, y + 24)
  drawPageFeet(paper, { legalLines: seller.legalLines.map(printable) })
  return paper.finish()
}

function drawHead(paper: Paper, statement: ProviderStatement): number {
  const { seller, period, providerId, providerName } = statement
  drawBar(paper)
  const mark: PaperText = { size: 17, weight: 'semibold', colour: colours.accent }
  for (const [row, line] of wrapText(paper, printable(seller.name), 260, mark, 2).entries()) {
    paper.text(line, left, 70 + row * 21, mark)
  }
  paper.textRight('Statement', right, 72, { size: 24, weight: 'semibold' })
  paper.textRight(formatPeriod(period), right, 90, { ...muted, size: 10, isTabular: true })
  const title = printable(`${providerName} (${providerId})`)
  paper.text('Add-on provider', left, 128, heading)
  for (const line of wrapText(paper, title, contentWidth, strong, 1)) {
    paper.text(line, left, 144, strong)
  }
  return 152
}

const drawBar = (paper: Paper) => paper.rect(0, 0, page.width, 5, colours.accent)

/** Plans, then what was sold, what the platform keeps and what is due, for each currency. */
function drawTotals(paper: Paper, { totals, plans, held }: ProviderStatement, top: number): number {
  let y = top
  const row = (label: string, amount: string, style = muted) => {
    y += 17
    paper.rule(left, y - 12, contentWidth)
    paper.text(label, left, y, style)
    paper.textRight(amount, right, y, { ...style, isTabular: true })
  }
  for (const { plan, addons, seconds } of plans.slice(0, 12)) {
    const used = formatQuantity({ quantity: String(seconds), unit: 'second' })
    row(`${printable(plan)}: ${addons === 1 ? '1 add-on' : `${addons} add-ons`}`, used)
  }
  for (const { currency, sold, share, due } of totals) {
    row('Invoiced to customers, without tax', formatMoney(sold, currency))
    row("The platform's share", formatMoney(share, currency))
    row('Due to you', formatMoney(due, currency), strong)
  }
  if (totals.length === 0) row('Nothing was invoiced to customers.', '')
  if (held > 0) row(`${held} invoices of this month are held; their lines come later.`, '')
  return y
}

function drawLines(paper: Paper, { lines }: ProviderStatement, top: number): void {
  const startPage = () => {
    paper.addPage()
    drawBar(paper)
    return drawTableHead(paper, 42)
  }
  const blocks = lines.map((line) => lineBlock(paper, line))
  flowBlocks(blocks, drawTableHead(paper, top), { startPage })
}

function drawTableHead(paper: Paper, y: number): number {
  paper.text('Invoice', left, y + 10, heading)
  paper.text('Add-on', columns.addon, y + 10, heading)
  paper.text('Used', columns.days, y + 10, heading)
  paper.textRight('Quantity', columns.quantity, y + 10, heading)
  paper.textRight('Net', columns.net, y + 10, heading)
  paper.rule(left, y + 17, contentWidth, colours.ink, 0.8)
  return y + headHeight
}

function lineBlock(paper: Paper, line: StatementLine): Block {
  const { addonName, addonId, plan, currency } = line
  const text = printable(`${addonName || addonId}${plan && `: ${plan}`}`)
  const shown = wrapText(paper, text, columns.days - columns.addon - 10, cell, 2)
  return {
    height: Math.max(1, shown.length) * 11.5 + 4,
    isKeptWithNext: false,
    draw(y) {
      paper.text(line.invoiceNumber, left, y + 10, cell)
      for (const [row, part] of shown.entries()) {
        paper.text(part, columns.addon, y + 10 + row * 11.5, cell)
      }
      paper.text(formatDays(line), columns.days, y + 10, cell)
      paper.textRight(formatQuantity(line), columns.quantity, y + 10, cell)
      paper.textRight(formatMoney(line.net, currency), columns.net, y + 10, {
        size: 8.5,
        isTabular: true,
      })
    },
  }
}
