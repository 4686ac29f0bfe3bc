import type { InvoiceView } from '#documents/view/invoice-view.ts'
import type { TotalRow } from '#documents/view/totals.ts'
import type { Paper, PaperText } from './paper.ts'
import { colours, contentWidth, left, right } from './theme.ts'
import { wrapText } from './wrap.ts'

const rowHeight = 17

/** From the parts to what is due, then reasons and notes; returns where it ends. */
export function drawSummary(paper: Paper, view: InvoiceView, top: number): number {
  paper.text('Summary', left, top + 12, { size: 12, weight: 'semibold' })
  let y = top + 24
  for (const row of view.totals) y = drawRow(paper, row, y)
  y += 4
  for (const text of [...view.reasons, ...view.notes]) {
    const style: PaperText = { size: 8.5, colour: colours.muted }
    for (const line of wrapText(paper, text, contentWidth, style, 6)) {
      y += 12
      paper.text(line, left, y, style)
    }
    y += 3
  }
  return y
}

function drawRow(paper: Paper, { label, amount, weight }: TotalRow, y: number): number {
  if (weight === 'due') {
    paper.roundedRect(left, y + 3, contentWidth, 24, colours.ink, 5)
    const style: PaperText = { size: 10.5, weight: 'semibold', colour: colours.white }
    paper.text(label, left + 10, y + 19, style)
    paper.textRight(amount, right - 10, y + 19, { ...style, isTabular: true })
    return y + 30
  }
  const isTotal = weight === 'total'
  paper.rule(left, y, contentWidth, isTotal ? colours.muted : colours.line)
  const style: PaperText = isTotal
    ? { size: 9.5, weight: 'semibold' }
    : { size: 9.5, colour: colours.muted }
  paper.text(label, left, y + 12, style)
  paper.textRight(amount, right, y + 12, { ...style, colour: colours.ink, isTabular: true })
  return y + rowHeight
}
