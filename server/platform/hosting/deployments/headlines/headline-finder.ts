/** Where a log says what went wrong. */
export interface Finding {
  /** Index of the line. */
  at: number
  sentence: string
  /** As the program names it. */
  file?: string | undefined
  line?: number | undefined
  column?: number | undefined
  /** What to do about this problem, if that is more than what is usual for the tool. */
  advice?: readonly string[] | undefined
}

/** Finds what one program says when it fails. */
export interface HeadlineFinder {
  /** Name of the program, such as `npm`. */
  tool: string
  /**
   * `source`: a place in the code, or the exception itself. `tool`: a package manager or a build tool, which often says only that
   * something failed that has spoken before it.
   */
  rank: 'source' | 'tool'
  /** What to do, if nothing better is known. */
  advice: readonly string[]
  /** Whether such a message begins at this line; looks only a bounded number of lines ahead. Lines have no colours. */
  find(lines: readonly string[], at: number): Finding | undefined
}

/** The first line after this one, within so many, that matches. */
export function matchAfter(
  lines: readonly string[],
  at: number,
  within: number,
  pattern: RegExp,
): (RegExpExecArray & { at: number }) | undefined {
  const end = Math.min(lines.length, at + 1 + within)
  for (let next = at + 1; next < end; next += 1) {
    const match = pattern.exec(lines[next] ?? '')
    if (match) return Object.assign(match, { at: next })
  }
  return undefined
}

/** A number of a match; absent if the group took no part. */
export const numberIn = (text: string | undefined): number | undefined =>
  text === undefined || text === '' ? undefined : Number(text)

/** Finds what one pattern with the groups `sentence`, `file`, `line` and `column` matches. */
export function findByPattern(
  lines: readonly string[],
  at: number,
  pattern: RegExp,
): Finding | undefined {
  const { groups } = pattern.exec(lines[at] ?? '') ?? {}
  if (!groups) return undefined
  const { sentence = '', file, line, column } = groups
  return { at, sentence, file, line: numberIn(line), column: numberIn(column) }
}
