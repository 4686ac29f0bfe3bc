const levels = '▁▂▃▄▅▆▇█'

/** Draws values as a line of blocks from 0 to the largest value, or to `max`; an unknown value is a blank. */
export function sparkLine(values: readonly (number | null)[], max?: number): string {
  const largest = max ?? Math.max(0, ...values.map((value) => value ?? 0))
  return values.map((value) => (value === null ? ' ' : levelOf(value, largest))).join('')
}

function levelOf(value: number, largest: number): string {
  if (largest <= 0) return levels[0] ?? ''
  const place = Math.ceil((value / largest) * levels.length) - 1
  return levels[Math.min(levels.length - 1, Math.max(0, place))] ?? ''
}
