import { codewordsOf } from './qr/codewords.ts'
import type { Grid } from './qr/grid.ts'
import { applyMask, maskNumbers, penaltyOf } from './qr/masks.ts'
import { drawFormat, drawPatterns } from './qr/patterns.ts'

/** A text as a QR code (ISO/IEC 18004, bytes, level M): rows of 0 for light and 1 for dark, without a margin. */
export function qrCode(text: string): string[] {
  const { version, codewords } = codewordsOf(Buffer.from(text, 'utf8'))
  const drawn = drawPatterns(version)
  drawCodewords(drawn, codewords)
  const candidates = maskNumbers.map((mask) => {
    const grid = drawn.copy()
    applyMask(grid, mask)
    drawFormat(grid, mask)
    return { grid, penalty: penaltyOf(grid) }
  })
  const [best] = candidates.sort((one, other) => one.penalty - other.penalty)
  return rowsOf(best?.grid ?? drawn)
}

/** From the lower right corner up and down again, two columns at a time, around the patterns. */
function drawCodewords(grid: Grid, codewords: Uint8Array) {
  const { size } = grid
  let bit = 0
  for (let right = size - 1, isUpwards = true; right > 0; right -= 2, isUpwards = !isUpwards) {
    if (right === 6) right = 5
    for (let step = 0; step < size; step++) {
      const y = isUpwards ? size - 1 - step : step
      for (const x of [right, right - 1]) {
        if (grid.isFixed(x, y)) continue
        grid.set(x, y, (((codewords[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1) === 1)
        bit++
      }
    }
  }
}

const rowsOf = (grid: Grid): string[] =>
  Array.from({ length: grid.size }, (_, y) =>
    Array.from({ length: grid.size }, (_, x) => (grid.isDark(x, y) ? '1' : '0')).join(''),
  )
