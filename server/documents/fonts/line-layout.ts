import type { FontFace, ShapedText } from './font-face.ts'
import type { Weight } from './font-files.ts'
import type { FontStack } from './font-stack.ts'
import { textRuns } from './text-runs.ts'

/** A line of text, shaped: what is drawn from left to right. */
export interface LaidOutLine {
  parts: readonly LinePart[]
  /** In a size of 1. */
  width: number
}

export type LinePart =
  | { face: FontFace; shaped: ShapedText; width: number }
  /** Characters that no font has. */
  | { missing: string; width: number }

export type LineLayout = (text: string, weight: Weight, isTabular: boolean) => LaidOutLine

/** Room for the words of many invoices, and not for the names of all customers. */
const maxLines = 2000
const maxLength = 200

/** Lays out lines and keeps the results: labels, dates and plans are the same on most invoices. */
export function createLineLayout(
  fonts: FontStack,
  widthOfMissing: (text: string) => number,
): LineLayout {
  const noLines = () => ({
    plain: new Map<string, LaidOutLine>(),
    tabular: new Map<string, LaidOutLine>(),
  })
  // A map for each style, because keys that have to be joined first cost more than the search.
  const kept = { regular: noLines(), semibold: noLines() }
  return (text, weight, isTabular) => {
    const lines = kept[weight][isTabular ? 'tabular' : 'plain']
    let line = lines.get(text)
    if (!line) {
      line = layOut(text, weight, isTabular)
      if (text.length > maxLength) return line
      if (lines.size >= maxLines) lines.clear()
      lines.set(text, line)
    }
    return line
  }

  function layOut(text: string, weight: Weight, isTabular: boolean): LaidOutLine {
    const parts = textRuns(text, weight, fonts).map(
      ({ text: part, face, isRightToLeft }): LinePart => {
        if (!face) return { missing: part, width: widthOfMissing(part) }
        const shaped = face.shape(part, { isTabular, isRightToLeft })
        return { face, shaped, width: shaped.width }
      },
    )
    return { parts, width: parts.reduce((sum, { width }) => sum + width, 0) }
  }
}
