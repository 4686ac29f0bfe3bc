import type { UsageGroup, UsageRow, UsageSection } from '#documents/view/usage-groups.ts'
import type { Block } from './flow.ts'
import type { Paper, PaperText } from './paper.ts'
import { colours, contentWidth, left, right } from './theme.ts'
import { wrapText } from './wrap.ts'

/** Left edge of the days, and right edges of the numbers. */
const columns = { days: left + 222, quantity: left + 358, unitPrice: left + 436, net: right }
const descriptionWidth = columns.days - left - 10
const indent = 10

const name: PaperText = { size: 9, weight: 'semibold' }
const cell: PaperText = { size: 8.5, colour: colours.muted, isTabular: true }
const amount: PaperText = { size: 8.5, isTabular: true }
const strongAmount: PaperText = { size: 9, weight: 'semibold', isTabular: true }
const heading: PaperText = { size: 7.5, weight: 'semibold', colour: colours.muted }
const nameLine = 12.5
const cellLine = 11.5

export const tableHeadHeight = 22

/** Names of the columns, at the top of each page. */
export function drawTableHead(paper: Paper, y: number): void {
  paper.text('Description', left, y + 10, heading)
  paper.text('Used', columns.days, y + 10, heading)
  paper.textRight('Quantity', columns.quantity, y + 10, heading)
  paper.textRight('Unit price', columns.unitPrice, y + 10, heading)
  paper.textRight('Net', columns.net, y + 10, heading)
  paper.rule(left, y + 17, contentWidth, colours.ink, 0.8)
}

export const continuedHeight = nameLine + 6

/** The group's name again on a new page. */
export function drawContinued(paper: Paper, y: number, title: string): void {
  const [line = ''] = wrapText(paper, title, descriptionWidth, name, 1)
  const width = paper.text(line, left, y + 12, name)
  paper.text('continued', left + width + 5, y + 12, { size: 7.5, colour: colours.muted })
}

/** Blocks of all sections and, last, the total of the lines. */
export function usageBlocks(
  paper: Paper,
  sections: readonly UsageSection[],
  total: { label: string; amount: string },
): readonly Block[] {
  const blocks = sections.flatMap((section) => [
    sectionBlock(paper, section),
    ...section.groups.flatMap((group) => groupBlocks(paper, group)),
  ])
  const last = blocks.at(-1)
  if (last) last.isKeptWithNext = true
  return [...blocks, totalBlock(paper, total)]
}

function sectionBlock(paper: Paper, { title, net }: UsageSection): Block {
  return {
    height: 24,
    isKeptWithNext: true,
    draw(y) {
      const style: PaperText = { size: 10.5, weight: 'semibold', colour: colours.accent }
      paper.text(title, left, y + 17, style)
      paper.textRight(net, right, y + 17, { ...style, isTabular: true })
    },
  }
}

function groupBlocks(paper: Paper, group: UsageGroup): Block[] {
  const [first, ...more] = group.rows
  const titleLines = wrapText(paper, group.name, descriptionWidth, name, 3)
  if (first && more.length === 0) return [singleBlock(paper, titleLines, first)]
  const title: Block = {
    height: titleLines.length * nameLine + 6,
    isKeptWithNext: true,
    draw(y, isFirst) {
      if (!isFirst) paper.rule(left, y, contentWidth)
      for (const [index, line] of titleLines.entries())
        paper.text(line, left, y + 13 + index * nameLine, name)
      paper.textRight(group.net, columns.net, y + 13, strongAmount)
    },
  }
  return [title, ...group.rows.map((row, index) => rowBlock(paper, group, row, index))]
}

/** A group of one line: name and description share the row of its numbers. */
function singleBlock(paper: Paper, titleLines: readonly string[], row: UsageRow): Block {
  const lines = wrapText(paper, row.description, descriptionWidth, cell)
  return {
    height: titleLines.length * nameLine + lines.length * cellLine + 8,
    isKeptWithNext: false,
    draw(y, isFirst) {
      if (!isFirst) paper.rule(left, y, contentWidth)
      const top = y + 13
      for (const [index, line] of titleLines.entries())
        paper.text(line, left, top + index * nameLine, name)
      for (const [index, line] of lines.entries())
        paper.text(line, left, top + titleLines.length * nameLine + index * cellLine - 0.5, cell)
      drawNumbers(paper, row, top, strongAmount)
    },
  }
}

function rowBlock(paper: Paper, group: UsageGroup, row: UsageRow, index: number): Block {
  const lines = wrapText(paper, row.description || group.name, descriptionWidth - indent, cell)
  const isLast = index === group.rows.length - 1
  return {
    height: Math.max(1, lines.length) * cellLine + (isLast ? 6 : 2),
    isKeptWithNext: !isLast && (index === 0 || index === group.rows.length - 2),
    ...(index > 0 ? { continues: group.name } : {}),
    draw(y) {
      for (const [index, line] of lines.entries())
        paper.text(line, left + indent, y + 9.5 + index * cellLine, cell)
      drawNumbers(paper, row, y + 9.5, amount)
    },
  }
}

function drawNumbers(paper: Paper, row: UsageRow, baseline: number, net: PaperText): void {
  paper.text(row.days, columns.days, baseline, cell)
  paper.textRight(row.quantity, columns.quantity, baseline, cell)
  paper.textRight(row.unitPrice, columns.unitPrice, baseline, cell)
  paper.textRight(row.net, columns.net, baseline, net)
}

function totalBlock(
  paper: Paper,
  { label, amount: sum }: { label: string; amount: string },
): Block {
  return {
    height: 26,
    isKeptWithNext: false,
    draw(y) {
      paper.rule(left, y + 2, contentWidth, colours.ink, 0.8)
      paper.text(label, left, y + 17, name)
      paper.textRight(sum, right, y + 17, { ...strongAmount, size: 9.5 })
    },
  }
}
