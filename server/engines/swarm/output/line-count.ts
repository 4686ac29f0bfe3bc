/** How many lines a command had printed at a time of its node. */
export interface CountMark {
  count: number
  /** In milliseconds since the epoch. */
  date: number
}

/** Counts the lines that are read of a command, and compares them with how many it has printed. */
export interface LineCount {
  /** A line was read. */
  add(): void
  /** The command has printed so many; returns how many of them were lost since the last comparison. */
  compare(count: number): number
}

/** Docker brings both streams in turn, so that a few lines come before or after the mark that counts them. */
const tolerance = 1000

/** `begun` is how many lines were printed before the first that is read; unknown until a mark comes when absent. */
export function createLineCount(begun?: number): LineCount {
  let read = begun
  return {
    add() {
      if (read !== undefined) read += 1
    },
    compare(count) {
      const lost = count - (read ?? count)
      if (read === undefined || lost >= tolerance) read = count
      return lost >= tolerance ? lost : 0
    },
  }
}
