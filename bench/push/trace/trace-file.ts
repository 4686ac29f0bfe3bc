import { writeFile } from 'node:fs/promises'

/** Something that took time. Times are milliseconds since the epoch. */
export interface Span {
  name: string
  begin: number
  end: number
  details?: Record<string, string | number>
}

/** Spans that are drawn under one heading, such as a process. */
export interface Track {
  name: string
  /** Spans that may overlap each other get a row each; others share one, nested in each other. */
  isConcurrent?: boolean
  spans: readonly Span[]
}

/** A heading with its tracks, in their order. */
export interface TrackGroup {
  name: string
  tracks: readonly Track[]
}

/**
 * Writes the Trace Event Format (JSON), which the tracing view of a browser opens. Spans are cut to the window; time
 * begins with it.
 */
export async function writeTrace(
  path: string,
  groups: readonly TrackGroup[],
  window: { begin: number; end: number },
): Promise<void> {
  const traceEvents = groups.flatMap((group, index) => eventsOf(group, index + 1, window))
  await writeFile(path, JSON.stringify({ traceEvents, displayTimeUnit: 'ms' }))
}

type Window = Pick<Span, 'begin' | 'end'>
type TraceEvent = Record<string, unknown>

function eventsOf({ name, tracks }: TrackGroup, pid: number, window: Window): TraceEvent[] {
  const isInside = ({ begin, end }: Span) => end >= window.begin && begin <= window.end
  const shown = tracks
    .map((track) => ({ ...track, spans: track.spans.filter(isInside) }))
    .filter(({ spans }) => spans.length > 0)
  return [
    { name: 'process_name', ph: 'M', pid, args: { name } },
    { name: 'process_sort_index', ph: 'M', pid, args: { sort_index: pid } },
    ...shown.flatMap((track, index) => {
      const row = { pid, tid: index + 1 }
      return [
        { name: 'thread_name', ph: 'M', ...row, args: { name: track.name } },
        { name: 'thread_sort_index', ph: 'M', ...row, args: { sort_index: row.tid } },
        ...track.spans.flatMap((span, id) => spanEvents(track, span, { ...row, id, window })),
      ]
    }),
  ]
}

interface SpanPlace {
  pid: number
  tid: number
  /** Number of the span in its track. */
  id: number
  window: Window
}

/** A complete event, or a pair of asynchronous ones where spans overlap. */
function spanEvents(
  { name: cat, isConcurrent }: Track,
  { name, begin, end, details: args = {} }: Span,
  { pid, tid, id, window }: SpanPlace,
): TraceEvent[] {
  const ts = Math.round((Math.max(begin, window.begin) - window.begin) * 1000)
  const endTs = Math.round((Math.min(end, window.end) - window.begin) * 1000)
  const event = { name, cat, pid, tid, args, ts }
  if (!isConcurrent) return [{ ...event, ph: 'X', dur: endTs - ts }]
  const pair = { ...event, id: `${pid}-${tid}-${id}` }
  return [
    { ...pair, ph: 'b' },
    { ...pair, ph: 'e', ts: endTs },
  ]
}
