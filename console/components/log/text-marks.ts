/** From the first character up to, not including, the last. */
type TextRange = readonly [from: number, until: number]

/** Finds a text regardless of case; `undefined` if nothing is looked for. */
export const searchPattern = (search: string): RegExp | undefined =>
  search === '' ? undefined : new RegExp(search.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&'), 'giu')

/** Marks of a line; what is found beyond them is not marked, so that no line of a program can hold up the page. */
const maxMarks = 500

/** Places of a text in a line: the first ones. */
export function findMarks(text: string, pattern: RegExp | undefined): TextRange[] {
  const marks: TextRange[] = []
  if (!pattern) return marks
  for (const { index, 0: found } of text.matchAll(pattern)) {
    marks.push([index, index + found.length])
    if (marks.length === maxMarks) break
  }
  return marks
}

/** Whether a pattern occurs, without moving it on. */
export function occurs(text: string, pattern: RegExp): boolean {
  pattern.lastIndex = 0
  const isFound = pattern.test(text)
  pattern.lastIndex = 0
  return isFound
}

/** A part of a line, marked or not. */
type MarkedPart<Part> = Part & { isMarked: boolean }

/** Cuts the parts of a line where marks begin and end. Marks are in order and apart, so that each is looked at once or twice. */
export function markParts<Part extends { text: string }>(
  parts: readonly Part[],
  marks: readonly TextRange[],
): MarkedPart<Part>[] {
  const cut: MarkedPart<Part>[] = []
  let mark = 0
  let begin = 0
  for (const part of parts) {
    const end = begin + part.text.length
    let at = begin
    const takeUntil = (until: number, isMarked: boolean) => {
      if (until <= at) return
      cut.push({ ...part, text: part.text.slice(at - begin, until - begin), isMarked })
      at = until
    }
    for (; at < end; mark++) {
      const [from, until] = marks[mark] ?? [end, end]
      takeUntil(Math.min(from, end), false)
      takeUntil(Math.min(until, end), true)
      // It goes on in the next part.
      if (until > end || marks[mark] === undefined) break
    }
    begin = end
  }
  return cut
}
