import type { InvoiceView } from '#documents/view/invoice-view.ts'
import type { Paper, PaperText } from './paper.ts'
import { colours, contentWidth, left, page, right } from './theme.ts'
import { wrapText } from './wrap.ts'

const style: PaperText = { size: 7.5, colour: colours.muted }
const maxLines = 4

/** Legal lines and `2 / 5` on each page, once the number of pages is known. */
export function drawPageFeet(paper: Paper, { legalLines }: Pick<InvoiceView, 'legalLines'>): void {
  const count = paper.pageCount
  const lines = legalLines
    .flatMap((line) => wrapText(paper, line, contentWidth - 60, style, 2))
    .slice(0, maxLines)
  for (let index = 0; index < count; index++) {
    paper.switchToPage(index)
    const top = page.height - 66
    paper.rule(left, top, contentWidth)
    for (const [row, line] of lines.entries()) paper.text(line, left, top + 14 + row * 10, style)
    const number = `${index + 1} / ${count}`
    paper.textRight(number, right, top + 14, { ...style, isTabular: true })
  }
}
