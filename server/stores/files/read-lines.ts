import type { Line, LineFilter } from '#platform/logs/line.ts'
import { numberOf, passes } from './line-filter.ts'
import { decodeLine } from './line-text.ts'
import { readTexts, type Segment } from './segment.ts'

/** What to read: lines that pass the filter, none with a number above `upTo`. */
export interface Reading {
  applicationId: string
  filter: LineFilter
  upTo: number
}

/** The lines wanted, oldest first, a segment at a time. With a limit, older segments than needed are not opened. */
export async function* readLines(segments: Segment[], reading: Reading): AsyncGenerator<Line[]> {
  const candidates = segments.filter((segment) => mayHold(segment, reading))
  if (reading.filter.limit !== undefined) {
    yield await newestLines(candidates, reading, reading.filter.limit)
    return
  }
  for (const segment of candidates) {
    const texts = await readTexts(segment)
    yield texts.flatMap((text) => wanted(text, reading) ?? [])
  }
}

async function newestLines(segments: Segment[], reading: Reading, limit: number): Promise<Line[]> {
  const lines: Line[] = []
  for (const segment of segments.reverse()) {
    if (lines.length >= limit) break
    const texts = await readTexts(segment)
    for (let text = texts.pop(); text !== undefined && lines.length < limit; text = texts.pop()) {
      const line = wanted(text, reading)
      if (line) lines.push(line)
    }
  }
  return lines.reverse()
}

function wanted(text: string, { applicationId, filter, upTo }: Reading): Line | undefined {
  const line = decodeLine(text, applicationId)
  return line && numberOf(line.id) <= upTo && passes(line, filter) ? line : undefined
}

function mayHold({ span }: Segment, { filter, upTo }: Reading): boolean {
  return (
    span.last > numberOf(filter.after) &&
    span.first <= upTo &&
    span.latest >= (filter.since ?? -Infinity) &&
    span.earliest <= (filter.until ?? Infinity)
  )
}
