import type { Logo } from '#documents/logo.ts'
import type { InvoiceView, PartyView } from '#documents/view/invoice-view.ts'
import type { Paper, PaperText } from './paper.ts'
import { colours, contentWidth, left, page, right } from './theme.ts'
import { wrapText } from './wrap.ts'

const label: PaperText = { size: 7.5, weight: 'semibold', colour: colours.muted }
const body: PaperText = { size: 9, colour: colours.ink }
const bodyLine = 13

/** Top of the first page: who sends what to whom; returns where it ends. */
export function drawMasthead(paper: Paper, view: InvoiceView, logo: Logo | undefined): number {
  paper.rect(0, 0, page.width, 5, colours.accent)
  drawSellerMark(paper, view.seller.name, logo)
  paper.textRight(view.title, right, 72, { size: 24, weight: 'semibold' })
  paper.textRight(view.number, right, 90, { size: 10, colour: colours.muted, isTabular: true })
  const top = 124
  const gap = 24
  const partyWidth = 152
  const factsAt = left + 2 * (partyWidth + gap)
  const ends = [
    drawParty(paper, view.buyer, { x: left, y: top, width: partyWidth }),
    drawParty(paper, view.seller, { x: left + partyWidth + gap, y: top, width: partyWidth }),
    drawFacts(paper, view, { x: factsAt, y: top, width: right - factsAt }),
  ]
  return Math.max(...ends) + 8
}

interface Column {
  x: number
  y: number
  width: number
}

function drawSellerMark(paper: Paper, name: string, logo: Logo | undefined): void {
  const maxWidth = 260
  if (logo) {
    const scale = Math.min(maxWidth / logo.width, 44 / logo.height)
    paper.doc.image(logo.bytes, left, 46, { width: logo.width * scale })
    return
  }
  const style: PaperText = { size: 17, weight: 'semibold', colour: colours.accent }
  for (const [index, line] of wrapText(paper, name, maxWidth, style, 2).entries()) {
    paper.text(line, left, 70 + index * 21, style)
  }
}

function drawParty(paper: Paper, party: PartyView, { x, y, width }: Column): number {
  paper.text(party.title, x, y, label)
  let at = y + 16
  const bold: PaperText = { ...body, weight: 'semibold' }
  for (const line of wrapText(paper, party.name, width, bold)) {
    paper.text(line, x, at, bold)
    at += bodyLine
  }
  for (const text of party.lines) {
    for (const line of wrapText(paper, text, width, body, 3)) {
      paper.text(line, x, at, body)
      at += bodyLine
    }
  }
  return at
}

/** Labels above their values, because a period is too long to stand beside its label. */
function drawFacts(paper: Paper, { facts, number }: InvoiceView, { x, y, width }: Column): number {
  let at = y
  for (const fact of facts.filter(({ value }) => value !== number)) {
    paper.text(fact.label, x, at, label)
    for (const line of wrapText(paper, fact.value, width, body, 2)) {
      at += bodyLine
      paper.text(line, x, at, { ...body, isTabular: true })
    }
    at += bodyLine + 5
  }
  return at - 5
}

/** Top of every further page; returns where its content begins. */
export function drawRunningHead(paper: Paper, view: InvoiceView): number {
  paper.rect(0, 0, page.width, 5, colours.accent)
  const style: PaperText = { size: 8.5, weight: 'semibold', colour: colours.muted }
  const [name = ''] = wrapText(paper, view.seller.name, contentWidth / 2, style, 1)
  paper.text(name, left, 42, style)
  paper.textRight(`${view.title} ${view.number}`, right, 42, { ...style, isTabular: true })
  return 58
}
