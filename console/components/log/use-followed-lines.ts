import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import type { AccessLogFilter, LogFilter } from '#client/resources/applications/logs.ts'
import { useReturn } from '#console/live/use-return.ts'
import { LineBuffer } from './line-buffer.ts'

/** Where lines come from. */
interface LineSource<Line> {
  /** Differs if other lines come. */
  key: string
  filter: LineQuery
  /** For what lies before the first line, if it differs. */
  olderFilter?: LineQuery | undefined
  textOf(line: Line): string
  follow(filter: LineQuery, options: FollowOptions): AsyncIterable<Line>
  /** The stream ends after this many lines; absent: it goes on. */
  maxLines?: number | undefined
}

/** What the platform filters. */
type LineQuery = LogFilter & AccessLogFilter

interface FollowOptions {
  signal: AbortSignal
  onHeartbeat?: () => void
}

export interface FollowedLines<Line extends { id: string }> {
  buffer: LineBuffer<Line>
  /** `loading` until the first lines, or the news that there are none. */
  status: 'loading' | 'live' | 'ended' | 'failed'
  error: unknown
  retry(): void
  /** Absent if there are none, or no room for them. */
  loadOlder: (() => void) | undefined
  isLoadingOlder: boolean
}

/** Lines that a browser keeps. */
const maxKeptLines = 100_000
/** Lines that are asked for at once. */
const portion = 2_000
/** Lines of one burst are drawn once. */
const batchDelay = 80

/** Follows a stream of lines into a buffer: the newest stored ones, then new ones; older ones on request. */
export function useFollowedLines<Line extends { id: string; date: string }>(
  source: LineSource<Line>,
): FollowedLines<Line> {
  const { key, textOf } = source
  const [attempt, setAttempt] = useState(0)
  const [state, setState] = useState<Pick<FollowedLines<Line>, 'status' | 'error'>>(beginning)
  // biome-ignore lint/correctness/useExhaustiveDependencies: other lines, another buffer
  const buffer = useMemo(
    () => new LineBuffer<Line>({ capacity: maxKeptLines, textOf }),
    [key, attempt],
  )

  const begin = useEffectEvent((signal: AbortSignal) =>
    take(source, buffer, signal, (next) => {
      if (!signal.aborted) setState(next)
    }),
  )
  useEffect(() => {
    const stop = new AbortController()
    buffer.clear()
    setState(beginning)
    void begin(stop.signal)
    return () => stop.abort()
  }, [buffer])

  const older = useOlderLines(source, buffer)
  const retry = useCallback(() => setAttempt((before) => before + 1), [])
  useReturn(state.status === 'failed', retry)
  return { buffer, ...state, ...older, retry }
}

type State = Pick<FollowedLines<never>, 'status' | 'error'>
const beginning: State = { status: 'loading', error: undefined }
const live: State = { status: 'live', error: undefined }
const ended: State = { status: 'ended', error: undefined }

/** Reads a stream to its end, in bursts. */
async function take<Line extends { id: string }>(
  { filter, follow, maxLines = Number.POSITIVE_INFINITY }: LineSource<Line>,
  buffer: LineBuffer<Line>,
  signal: AbortSignal,
  tell: (state: State) => void,
): Promise<void> {
  let waiting: Line[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  let count = 0
  const flush = () => {
    timer = undefined
    if (signal.aborted || waiting.length === 0) return
    buffer.append(waiting)
    waiting = []
    tell(live)
  }
  const limit = maxLines === Number.POSITIVE_INFINITY ? portion : undefined
  try {
    const lines = follow({ ...filter, limit }, { signal, onHeartbeat: () => tell(live) })
    for await (const line of lines) {
      waiting.push(line)
      timer ??= setTimeout(flush, batchDelay)
      if (++count >= maxLines) break
    }
    flush()
    tell(ended)
  } catch (error) {
    flush()
    tell({ status: 'failed', error })
  } finally {
    clearTimeout(timer)
  }
}

/** Reads what lies before the first line, a portion at a time. */
function useOlderLines<Line extends { id: string; date: string }>(
  source: LineSource<Line>,
  buffer: LineBuffer<Line>,
): Pick<FollowedLines<Line>, 'loadOlder' | 'isLoadingOlder'> {
  const [isLoading, setLoading] = useState(false)
  const [complete, setComplete] = useState<LineBuffer<Line>>()
  const size = useRef(portion)
  const stop = useRef<AbortController>(undefined)
  useEffect(() => () => stop.current?.abort(), [])

  const load = async () => {
    const [first] = buffer.all
    if (!first || stop.current) return
    const leaving = new AbortController()
    stop.current = leaving
    setLoading(true)
    try {
      const limit = size.current
      const { filter, olderFilter = filter, follow } = source
      const lines = await collect(
        follow({ ...olderFilter, until: first.line.date, limit }, { signal: leaving.signal }),
      )
      if (leaving.signal.aborted) return
      const added = buffer.prepend(lines)
      if (lines.length < limit) setComplete(buffer)
      // So many lines have the same time that none of them was older.
      else if (added === 0) size.current = limit * 2
    } catch {
      // The button stays, and the connection bar shows that the platform does not answer.
    } finally {
      stop.current = undefined
      setLoading(false)
    }
  }
  // The newest ones were asked for by number: fewer are all.
  const areAll = source.maxLines === undefined && buffer.all.length < portion
  const canLoad = complete !== buffer && !buffer.isFull && buffer.all.length > 0 && !areAll
  return { loadOlder: canLoad ? () => void load() : undefined, isLoadingOlder: isLoading }
}

async function collect<Line>(lines: AsyncIterable<Line>): Promise<Line[]> {
  const found: Line[] = []
  for await (const line of lines) found.push(line)
  return found
}
