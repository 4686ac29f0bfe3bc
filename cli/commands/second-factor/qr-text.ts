import type { Terminal } from '#cli/terminal/terminal.ts'

const margin = 2

/**
 * A QR code for a terminal, two rows of modules per line. With colours it is black on white; without, the light modules
 * are drawn, which suits light text on a dark background.
 */
export function qrText({ paint }: Pick<Terminal, 'paint'>, rows: readonly string[]): string {
  const isPainted = paint('black', ' ') !== ' '
  const width = (rows[0]?.length ?? 0) + 2 * margin
  const empty = Array.from({ length: margin }, () => '0'.repeat(width))
  const side = '0'.repeat(margin)
  const squares = [...empty, ...rows.map((row) => `${side}${row}${side}`), ...empty]
  const lines: string[] = []
  for (let at = 0; at < squares.length; at += 2) {
    const [above = '', below = '0'.repeat(width)] = squares.slice(at, at + 2)
    const line = [...above]
      .map((square, x) => block(isPainted === (square === '1'), isPainted === (below[x] === '1')))
      .join('')
    lines.push(paint(['black', 'bgWhiteBright'], line))
  }
  return lines.join('\n')
}

const block = (above: boolean, below: boolean) => (above ? (below ? '█' : '▀') : below ? '▄' : ' ')
