import type { InvoiceView } from '#documents/view/invoice-view.ts'
import { fillOperator } from './operators.ts'
import type { Paper, PaperText } from './paper.ts'
import { colours, contentWidth, left, right } from './theme.ts'
import { wrapText } from './wrap.ts'

const padding = 18
const codeSize = 78
/** Where values begin beside their labels. */
const valueAt = 50
const minSize = 5.5
const label: PaperText = { size: 7.5, weight: 'semibold', colour: colours.muted }

/** The amount that is due and how to pay it; returns where the panel ends. */
export function drawPaymentPanel(
  paper: Paper,
  { amount, payment }: InvoiceView,
  top: number,
  code: readonly string[] | undefined,
): number {
  const rows = Math.max(payment.facts.length, 1)
  const height = Math.max(code ? codeSize + 26 : 0, 84, rows * 14 + 46)
  paper.roundedRect(left, top, contentWidth, height, colours.panel, 8)
  const x = left + padding
  paper.text(amount.label, x, top + 26, label)
  paper.text(amount.amount, x, top + 54, { size: 23, weight: 'semibold', colour: colours.accent })
  paper.text(amount.hint, x, top + 72, { size: 9, colour: colours.muted })
  const factsAt = left + 176
  const factsWidth = right - padding - factsAt - (code ? codeSize + 10 : 0)
  drawFacts(paper, payment, factsAt, top + 26, factsWidth)
  if (code) drawCode(paper, code, right - padding - codeSize + 6, top + 13)
  return top + height
}

function drawFacts(
  paper: Paper,
  { sentence, facts }: InvoiceView['payment'],
  x: number,
  top: number,
  width: number,
): void {
  let y = top
  const bold: PaperText = { size: 9, weight: 'semibold' }
  for (const line of wrapText(paper, sentence, width, bold, 3)) {
    paper.text(line, x, y, bold)
    y += 13
  }
  y += 4
  for (const fact of facts) {
    paper.text(fact.label, x, y, { ...label, weight: 'regular' })
    const style: PaperText = { size: 8.5, isTabular: true }
    const room = (width - valueAt) / paper.widthOf(fact.value, style)
    // Shrunk rather than cut: an account number without its end is worse than a small one.
    const size = Math.max(minSize, style.size * Math.min(1, room))
    const [value = ''] = wrapText(paper, fact.value, width - valueAt, { ...style, size }, 1)
    paper.text(value, x + valueAt, y, { ...style, size })
    y += 13
  }
}

/** Dark modules, joined to bars by row and written as one text, so that the page stays small. */
function drawCode(paper: Paper, rows: readonly string[], x: number, y: number): void {
  let bars = ''
  for (const [row, cells] of rows.entries()) {
    for (let from = cells.indexOf('1'); from >= 0; ) {
      const next = cells.indexOf('0', from)
      const until = next < 0 ? cells.length : next
      bars += `${from} ${row} ${until - from} 1 re\n`
      from = cells.indexOf('1', until)
    }
  }
  paper.rect(x - 5, y - 5, codeSize + 10, codeSize + 10, colours.white)
  const scale = (codeSize / rows.length).toFixed(5)
  const place = `${scale} 0 0 ${scale} ${x.toFixed(2)} ${y.toFixed(2)} cm`
  paper.draw(`q ${place} ${fillOperator(colours.ink)}\n${bars}f Q`)
}
