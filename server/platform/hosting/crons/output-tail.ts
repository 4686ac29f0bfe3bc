/** Keeps the last lines of an output, up to a number of characters. */
export interface OutputTail {
  push(line: string): void
  readonly text: string
  /** Lines were dropped. */
  readonly isCut: boolean
}

export function createOutputTail(maxLength: number): OutputTail {
  let lines: string[] = []
  /** Index of the first line that is kept: those before are dropped together, because moving the rest costs time. */
  let first = 0
  let length = 0
  let isCut = false
  return {
    push(line) {
      const kept = line.slice(-maxLength + 1)
      isCut ||= kept.length < line.length
      lines.push(kept)
      length += kept.length + 1
      while (length > maxLength) {
        length -= (lines[first]?.length ?? 0) + 1
        first += 1
        isCut = true
      }
      if (first <= 1000) return
      lines = lines.slice(first)
      first = 0
    },
    get text() {
      return lines
        .slice(first)
        .map((line) => `${line}\n`)
        .join('')
    },
    get isCut() {
      return isCut
    },
  }
}
