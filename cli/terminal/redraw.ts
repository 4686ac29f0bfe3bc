import { stripVTControlCharacters } from 'node:util'
import type { ScreenSize, Terminal } from './terminal.ts'

/**
 * Draws texts over each other: moves the cursor up by the lines drawn before and clears from there. What was drawn last
 * stays on the screen when the command is interrupted.
 */
export function createRedraw(
  { out }: Pick<Terminal, 'out'>,
  size: () => ScreenSize,
): (text: string) => void {
  let drawn = 0
  return (text) => {
    const { columns, rows } = size()
    const lines = fitted(text.split('\n'), Math.max(2, rows - 1)).map((line) => cut(line, columns))
    out(`${drawn > 0 ? `\x1b[${drawn}A` : ''}\x1b[J${lines.join('\n')}\n`)
    drawn = lines.length
  }
}

/** Lines beyond the screen would scroll, and could not be drawn over. */
function fitted(lines: readonly string[], max: number): readonly string[] {
  if (lines.length <= max) return lines
  return [...lines.slice(0, max - 1), `… ${lines.length - max + 1} more`]
}

/** A line that is wrapped would count as two; a long one loses its colours with its end. */
function cut(line: string, columns: number): string {
  const plain = [...stripVTControlCharacters(line)]
  return plain.length <= columns ? line : plain.slice(0, columns).join('')
}
