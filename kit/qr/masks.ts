import type { Grid } from './grid.ts'

/** The eight rules by which squares may be turned over, so that nothing in a code looks like one of its patterns. */
const masks: ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
]

export const maskNumbers = [...masks.keys()]

export function applyMask(grid: Grid, number: number) {
  const mask = masks[number] as (typeof masks)[number]
  for (let y = 0; y < grid.size; y++) {
    for (let x = 0; x < grid.size; x++) {
      if (!grid.isFixed(x, y) && mask(x, y)) grid.set(x, y, !grid.isDark(x, y))
    }
  }
}

/** How hard a code is to read, by the four rules of the standard. */
export function penaltyOf(grid: Grid): number {
  const every = Array.from({ length: grid.size }, (_, at) => at)
  const rows = every.map((y) => every.map((x) => (grid.isDark(x, y) ? '1' : '0')).join(''))
  const columns = every.map((x) => every.map((y) => (grid.isDark(x, y) ? '1' : '0')).join(''))
  const lines = [...rows, ...columns]
  const dark = rows.join('').replaceAll('0', '').length
  const imbalance = Math.floor(Math.abs((dark * 20) / grid.size ** 2 - 10))
  return sum(lines.map(runs)) + sum(lines.map(finders)) + squares(rows) + imbalance * 10
}

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)

/** Five of a kind in a row, and what is more. */
const runs = (line: string) => sum((line.match(/1{5,}|0{5,}/g) ?? []).map((run) => run.length - 2))

/** What could be taken for a corner. */
const finders = (line: string) => 40 * [...line.matchAll(/(?=10111010000|00001011101)/g)].length

/** Squares of two by two of one kind. */
function squares(rows: string[]): number {
  let found = 0
  for (const [y, row] of rows.slice(1).entries()) {
    const above = rows[y] ?? ''
    for (let x = 1; x < row.length; x++) {
      const kind = row[x]
      if (row[x - 1] === kind && above[x] === kind && above[x - 1] === kind) found++
    }
  }
  return found * 3
}
