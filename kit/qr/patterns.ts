import { createGrid, type Grid } from './grid.ts'

/** Everything of a code that does not depend on what it says, with room kept for the format. */
export function drawPatterns(version: number): Grid {
  const grid = createGrid(17 + 4 * version)
  const last = grid.size - 1
  for (let at = 0; at <= last; at++) {
    grid.fix(at, 6, at % 2 === 0)
    grid.fix(6, at, at % 2 === 0)
  }
  const centres = alignmentsOf(version, grid.size)
  for (const y of centres) {
    for (const x of centres) {
      const isCorner = [x, y].every((at) => at === 6 || at === last - 6)
      if (!isCorner || (x !== 6 && y !== 6)) drawRings(grid, x, y, 2)
    }
  }
  for (const [x, y] of [
    [3, 3],
    [last - 3, 3],
    [3, last - 3],
  ] as const) {
    drawRings(grid, x, y, 4)
  }
  drawFormat(grid, 0)
  if (version >= 7) drawVersion(grid, version)
  return grid
}

/** Rings around a dark square: every second one is dark, and the outermost of the large kind is light. */
function drawRings(grid: Grid, centreX: number, centreY: number, reach: number) {
  for (let y = -reach; y <= reach; y++) {
    for (let x = -reach; x <= reach; x++) {
      const ring = Math.max(Math.abs(x), Math.abs(y))
      const isDark = reach === 4 ? ring !== 2 && ring !== 4 : ring !== 1
      grid.fix(centreX + x, centreY + y, isDark)
    }
  }
}

/** Where the centres of the small patterns are, on both axes: evenly spaced from the far end, by an even step. */
function alignmentsOf(version: number, size: number): number[] {
  if (version === 1) return []
  const count = Math.floor(version / 7) + 2
  const step = 2 * Math.ceil((size - 13) / (count - 1) / 2)
  const others = Array.from({ length: count - 1 }, (_, index) => size - 7 - index * step)
  return [6, ...others]
}

/** Level M and the mask, with ten bits that protect them, twice. */
export function drawFormat(grid: Grid, mask: number) {
  const bits = protect(mask, 10, 0x537) ^ 0x5412
  const { size } = grid
  const isDark = (bit: number) => ((bits >> bit) & 1) === 1
  for (let bit = 0; bit < 15; bit++) {
    const along = bit < 6 ? bit : bit < 8 ? bit + 1 : 15 - bit
    if (bit < 8) {
      grid.fix(8, along, isDark(bit))
      grid.fix(size - 1 - bit, 8, isDark(bit))
    } else {
      grid.fix(bit === 8 ? 7 : along - 1, 8, isDark(bit))
      grid.fix(8, size - 15 + bit, isDark(bit))
    }
  }
  grid.fix(8, size - 8, true)
}

function drawVersion(grid: Grid, version: number) {
  const bits = protect(version, 12, 0x1f25)
  for (let bit = 0; bit < 18; bit++) {
    const isDark = ((bits >> bit) & 1) === 1
    const [near, far] = [Math.floor(bit / 3), grid.size - 11 + (bit % 3)]
    grid.fix(near, far, isDark)
    grid.fix(far, near, isDark)
  }
}

/** The value followed by the remainder of its division by a generator of the given degree. */
function protect(value: number, degree: number, divisor: number): number {
  let remainder = value << degree
  for (let bit = 31 - Math.clz32(remainder); bit >= degree; bit--) {
    if ((remainder >> bit) & 1) remainder ^= divisor << (bit - degree)
  }
  return (value << degree) | remainder
}
