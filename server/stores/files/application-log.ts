import type { Clock } from '#kit/concurrency/clock.ts'
import type { LogSourceId } from '#platform/ids.ts'
import type { Line, LineFilter, NewLine } from '#platform/logs/line.ts'
import type { FollowRequest } from './follow-lines.ts'
import type { Follower } from './follower.ts'
import { idOf } from './line-filter.ts'
import { LineWriter } from './line-writer.ts'
import { readLines } from './read-lines.ts'
import type { Segments } from './segments.ts'

/** The log of one application: numbers its lines, hands them to followers and keeps them in segments. */
export class ApplicationLog implements FollowRequest {
  readonly #applicationId: LogSourceId
  readonly #segments: Segments
  readonly #writer: LineWriter
  readonly #clock: Clock
  readonly #followers = new Map<Follower, (line: Line) => boolean>()
  newest: number

  constructor(applicationId: LogSourceId, segments: Segments, clock: Clock) {
    this.#applicationId = applicationId
    this.#segments = segments
    this.#writer = new LineWriter(segments)
    this.#clock = clock
    this.newest = segments.newest
  }

  append({ date, ...line }: NewLine): void {
    const now = this.#clock()
    // Numbers start from the clock, so that one that a crash or a trim took from disk is not given out again.
    this.newest = Math.max(this.newest + 1, now * 1000)
    const kept = { ...line, id: idOf(this.newest), date: date ?? now }
    this.#writer.add(kept)
    for (const [follower, wants] of this.#followers) {
      if (follower.ended) this.#followers.delete(follower)
      else if (wants(kept)) follower.offer(kept)
    }
  }

  async *lines(filter: LineFilter, upTo = Infinity): AsyncGenerator<Line[]> {
    await this.#writer.flush()
    yield* readLines(this.#segments.list, { applicationId: this.#applicationId, filter, upTo })
  }

  subscribe(follower: Follower, wants: (line: Line) => boolean): () => void {
    this.#followers.set(follower, wants)
    return () => this.#followers.delete(follower)
  }

  flush(): Promise<void> {
    return this.#writer.flush()
  }

  trim(): Promise<void> {
    return this.#writer.inTurn(() => this.#segments.trim())
  }

  async forget(): Promise<void> {
    await this.#writer.flush()
    await this.#writer.inTurn(() => this.#segments.clear())
  }

  async close(): Promise<void> {
    for (const follower of this.#followers.keys()) follower.end()
    await this.#writer.flush()
  }
}
