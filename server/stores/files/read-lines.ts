import type { LogSourceId } from '#platform/model/ids.ts'
import type { Line, LineFilter } from '#platform/model/observability/line.ts'
import type { ReadOptions } from '#platform/model/observability/log-book.ts'
import { decodeLine, idOf, numberOf, passes, readTexts, type Segment } from './segment.ts'

/** Lines to read: those that pass the filter, up to number `upTo`. */
export interface ReadRequest extends ReadOptions {
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
  const { from, skip, isCutShort } =
    limit === undefined ? everything : await findNewest(candidates, reading, limit)
  if (isCutShort && !reading.signal?.aborted) yield [noticeOf(candidates, from, reading)]
  let left = skip
  for (const segment of candidates.slice(from)) {
    const choose = (texts: string[]) => texts.flatMap((text) => wanted(text, reading) ?? [])
    for await (const lines of readTexts(segment, choose, reading)) {
      yield lines.slice(left)
      left = Math.max(0, left - lines.length)
    }
  }
}

/** Start of a read: a segment, and the number of matching lines to skip from there. */
interface Begin {
  from: number
  skip: number
  /** What lies before was not searched, because the time was over. */
  isCutShort: boolean
}

const everything: Begin = { from: 0, skip: 0, isCutShort: false }

/** Counts matches backwards without keeping lines in memory. */
async function findNewest(
  segments: Segment[],
  reading: ReadRequest,
  limit: number,
): Promise<Begin> {
  const { account } = reading
  const signal = searchSignal(reading)
  const count = (texts: string[]) => texts.filter((text) => wanted(text, reading)).length
  let found = 0
  let from = segments.length
  while (from > 0 && found < limit) {
    const segment = segments[from - 1]
    let matches = 0
    if (segment) {
      for await (const more of readTexts(segment, count, { account, signal })) matches += more
    }
    if (signal?.aborted) return { from, skip: Math.max(0, found - limit), isCutShort: true }
    from -= 1
    found += matches
  }
  return { from, skip: Math.max(0, found - limit), isCutShort: false }
}

function searchSignal({ signal, searchTimeout }: ReadRequest): AbortSignal | undefined {
  if (searchTimeout === undefined) return signal
  const late = AbortSignal.timeout(searchTimeout)
  return signal ? AbortSignal.any([signal, late]) : late
}

/** Line in place of what was not searched, before the first one that was. */
function noticeOf(
  segments: readonly Segment[],
  from: number,
  { applicationId, searchTimeout = 0 }: ReadRequest,
): Line {
  const after = segments[from]?.span
  const before = segments[from - 1]?.span
  return {
    id: idOf(before?.last ?? 0),
    date: after?.earliest ?? before?.latest ?? 0,
    applicationId,
    deploymentId: '',
    instanceId: '',
    commit: '',
    origin: 'deployment',
    severity: 'warning',
    message: `Older lines were not searched: it took longer than ${searchTimeout / 1000} s. Ask for a shorter time.`,
  }
}

function wanted(text: string, { applicationId, filter, upTo }: ReadRequest): Line | undefined {
  const line = decodeLine(text)
  const isWanted = line && numberOf(line.id) <= upTo && passes(line, filter)
  return isWanted ? { ...line, applicationId } : undefined
}

/** Whether a segment can hold a line that passes, by what its name says. */
export function mayHold(
  { span }: Segment,
  { filter, upTo = Infinity }: { filter: LineFilter; upTo?: number },
): boolean {
  return (
    span.last > numberOf(filter.after) &&
    span.first <= upTo &&
    span.latest >= (filter.since ?? -Infinity) &&
    span.earliest <= (filter.until ?? Infinity)
  )
}
