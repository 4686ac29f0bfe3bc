import type { Paper, PaperText } from './paper.ts'

const clusters = new Intl.Segmenter('en', { granularity: 'grapheme' })

/**
 * Breaks a text into lines of at most a width: between words, or inside one that is wider than a line. What is more than
 * `maxLines` ends in an ellipsis.
 */
export function wrapText(
  paper: Paper,
  text: string,
  width: number,
  style: PaperText,
  maxLines = 4,
): readonly string[] {
  if (paper.widthOf(text, style) <= width) return text === '' ? [] : [text]
  const lines: string[] = []
  let line = ''
  for (const piece of piecesOf(paper, text, width, style)) {
    const longer = line + piece
    if (line !== '' && paper.widthOf(longer.trimEnd(), style) > width) {
      lines.push(line.trimEnd())
      if (lines.length > maxLines) break
      line = piece.trimStart()
    } else {
      line = longer
    }
  }
  if (line.trimEnd() !== '') lines.push(line.trimEnd())
  if (lines.length <= maxLines) return lines
  const kept = lines.slice(0, maxLines)
  kept[maxLines - 1] = shortened(paper, `${kept.at(-1)}…`, width, style)
  return kept
}

/** Words with the space behind them; a word that is wider than a line comes as single characters. */
function* piecesOf(paper: Paper, text: string, width: number, style: PaperText): Generator<string> {
  for (const word of text.match(/\S+\s*|\s+/gu) ?? []) {
    if (word.length < 8 || paper.widthOf(word.trimEnd(), style) <= width) yield word
    else for (const { segment } of clusters.segment(word)) yield segment
  }
}

/** A line that ends in an ellipsis, cut until it fits. */
function shortened(paper: Paper, line: string, width: number, style: PaperText): string {
  let shown = line
  while (shown.length > 1 && paper.widthOf(shown, style) > width) {
    const characters = Array.from(shown.slice(0, -1))
    shown = `${characters.slice(0, -1).join('')}…`
  }
  return shown
}
