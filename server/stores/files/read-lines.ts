import type { LogSourceId } from '#platform/ids.ts'
import type { Line, LineFilter } from '#platform/logs/line.ts'
import { decodeLine, numberOf, passes, readTexts, type Segment } from './segment.ts'

/** Lines to read: those that pass the filter, up to number `upTo`. */
export interface ReadRequest {
  applicationId: LogSourceId
  filter: LineFilter
  upTo: number
}

/** The matching lines, oldest first, in chunks. With a limit, older segments than needed are not opened. */
export async function* readLines(
  segments: Segment[],
  reading: ReadRequest,
): AsyncGenerator<Line[]> {
  const candidates = segments.filter((segment) => mayHold(segment, reading))
  const { limit } = reading.filter
  const { from, skip } =
    limit === undefined ? everything : await findNewest(candidates, reading, limit)
  let left = skip
  for (const segment of candidates.slice(from)) {
    const choose = (texts: string[]) => texts.flatMap((text) => wanted(text, reading) ?? [])
    for await (const lines of readTexts(segment, choose)) {
      yield lines.slice(left)
      left = Math.max(0, left - lines.length)
    }
  }
}

/** Start of a read: a segment, and the number of matching lines to skip from there. */
interface Begin {
  from: number
  skip: number
}

const everything: Begin = { from: 0, skip: 0 }

/** Counts matches backwards without keeping lines in memory. */
async function findNewest(
  segments: Segment[],
  reading: ReadRequest,
  limit: number,
): Promise<Begin> {
  let found = 0
  let from = segments.length
  while (from > 0 && found < limit) {
    from -= 1
    const segment = segments[from]
    if (!segment) continue
    const count = (texts: string[]) => texts.filter((text) => wanted(text, reading)).length
    for await (const more of readTexts(segment, count)) found += more
  }
  return { from, skip: Math.max(0, found - limit) }
}

function wanted(text: string, { applicationId, filter, upTo }: ReadRequest): Line | undefined {
  const line = decodeLine(text)
  const isWanted = line && numberOf(line.id) <= upTo && passes(line, filter)
  return isWanted ? { ...line, applicationId } : undefined
}

function mayHold({ span }: Segment, { filter, upTo }: ReadRequest): boolean {
  return (
    span.last > numberOf(filter.after) &&
    span.first <= upTo &&
    span.latest >= (filter.since ?? -Infinity) &&
    span.earliest <= (filter.until ?? Infinity)
  )
}
