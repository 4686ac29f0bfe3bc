import type { PrintedLine } from '#platform/model/hosting/deployments/engine.ts'

/** Lines that are stored, each of which is taken once. */
export interface StoredLines {
  /** Whether the line is one of them, and was not taken yet. */
  take(line: PrintedLine): boolean
  /** How many were not taken yet. */
  readonly left: number
}

/** Equal lines of one millisecond are counted: as many are stored as will come again. */
export function storedLines(lines: readonly PrintedLine[]): StoredLines {
  const counts = new Map<string, number>()
  let left = lines.length
  for (const each of lines) counts.set(keyOf(each), (counts.get(keyOf(each)) ?? 0) + 1)
  return {
    take(line) {
      const count = counts.get(keyOf(line)) ?? 0
      if (count === 0) return false
      counts.set(keyOf(line), count - 1)
      left -= 1
      return true
    },
    get left() {
      return left
    },
  }
}

const keyOf = ({ date, line }: PrintedLine) => `${date} ${line}`
