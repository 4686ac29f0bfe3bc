import type {
  CountedLines,
  LineCount,
  LineCounts,
  ReadOptions,
} from '#platform/model/observability/log-book.ts'
import { mayHold } from './read-lines.ts'
import { decodeLine, passes, readTexts, type Segment } from './segment.ts'

/**
 * Counts lines segment by segment, the newest first, so that a count which is stopped has all lines since some time. What was
 * counted of the segment at which it stopped is dropped.
 */
export async function countLines(
  segments: readonly Segment[],
  request: LineCount,
  { account, signal }: ReadOptions,
): Promise<CountedLines> {
  const candidates = segments.filter((segment) => mayHold(segment, request))
  const counts: LineCounts = new Map()
  for (const [at, segment] of [...candidates.entries()].reverse()) {
    const own: LineCounts = new Map()
    const countIn = (texts: string[]) => {
      for (const text of texts) countText(own, text, request)
    }
    for await (const _ of readTexts(segment, countIn, { account, signal }));
    if (signal?.aborted) {
      const missing = candidates.slice(0, at + 1).map(({ span }) => span.latest)
      return { counts, since: Math.max(...missing) + 1 }
    }
    for (const [bucket, groups] of own)
      for (const [group, count] of groups) add(counts, bucket, group, count)
  }
  return { counts, since: request.filter.since ?? -Infinity }
}

function countText(counts: LineCounts, text: string, { filter, span, groupOf }: LineCount): void {
  const line = decodeLine(text)
  if (!line || !passes(line, filter)) return
  const group = groupOf(line)
  if (group !== undefined) add(counts, Math.floor(line.date / span) * span, group, 1)
}

function add(counts: LineCounts, bucket: number, group: string, count: number): void {
  const groups = counts.get(bucket) ?? new Map<string, number>()
  groups.set(group, (groups.get(group) ?? 0) + count)
  counts.set(bucket, groups)
}
