import type { Clock } from '#kit/concurrency/clock.ts'
import type { Line, LineFilter } from '#platform/model/observability/line.ts'
import type { ReadOptions } from '#platform/model/observability/log-book.ts'
import { Follower } from './follower.ts'
import { idOf, numberOf, passes } from './segment.ts'

/** Interface of an application's log for followers. */
export interface FollowRequest {
  /** Number of the newest line. */
  readonly newest: number
  /** Stored lines that pass the filter, up to number `upTo`, oldest first. */
  lines(filter: LineFilter, upTo: number, options: ReadOptions): AsyncIterable<Line[]>
  /** Sends every new line to the follower until the returned function is called. */
  subscribe(follower: Follower, wants: (line: Line) => boolean): () => void
}

const maxTimer = 2 ** 31 - 1
const maxCatchUp = 20_000

/**
 * Stored lines, then new ones. Lines that overflowed the queue of a slow reader are read from disk; if they are too
 * many, the reader gets a line with their number instead.
 */
export async function* followLines(
  log: FollowRequest,
  { limit, ...filter }: LineFilter,
  options: ReadOptions & { signal: AbortSignal },
  clock: Clock,
): AsyncGenerator<Line> {
  const { signal } = options
  const follower = new Follower()
  using ending = new DisposableStack()
  ending.defer(log.subscribe(follower, (line) => passes(line, filter)))
  ending.defer(endWith(follower, signal))
  ending.defer(endAfter(follower, filter.until ?? Infinity, clock))

  let seen = numberOf(filter.after)
  let wanted: LineFilter = limit === undefined ? filter : { ...filter, limit }
  while (!signal.aborted) {
    const { missed } = follower
    follower.restart()
    const { newest } = log
    if (missed && missed.count > maxCatchUp) yield noticeOf(missed)
    else {
      for await (const lines of log.lines(wanted, newest, options)) {
        for (const line of lines) {
          if (signal.aborted) return
          yield line
        }
      }
    }
    seen = Math.max(seen, newest)
    for await (const line of liveLines(follower)) {
      if (signal.aborted) return
      yield line
      seen = numberOf(line.id)
    }
    if (!follower.missed) return
    wanted = { ...filter, after: idOf(seen) }
  }
}

/** Line in place of the skipped ones, with the number of the last of them. */
const noticeOf = ({ count, last }: { count: number; last: Line }): Line => ({
  ...last,
  severity: 'warning',
  message: `${count} lines skipped: they are written faster than they are read`,
})

/** Lines from the follower's queue, until its end or an overflow. */
async function* liveLines(follower: Follower): AsyncGenerator<Line> {
  for (;;) {
    const lines = follower.take()
    yield* lines
    if (follower.missed || (follower.ended && lines.length === 0)) return
    await follower.news()
  }
}

function endWith(follower: Follower, signal: AbortSignal): () => void {
  const end = () => follower.end()
  signal.addEventListener('abort', end)
  if (signal.aborted) end()
  return () => signal.removeEventListener('abort', end)
}

function endAfter(follower: Follower, until: number, clock: Clock): () => void {
  let timer: NodeJS.Timeout | undefined
  const look = () => {
    const left = until - clock()
    if (left < 0) follower.end()
    else if (left < Infinity) timer = setTimeout(look, Math.min(left + 1, maxTimer))
  }
  look()
  return () => clearTimeout(timer)
}
