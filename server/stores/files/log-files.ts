import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type Clock, systemClock } from '#kit/concurrency/clock.ts'
import { isLogSourceId, type LogSourceId } from '#platform/model/ids.ts'
import type { Line, LineFilter, NewLine } from '#platform/model/observability/line.ts'
import type {
  CountedLines,
  LineCount,
  LogBook,
  LogReader,
  ReadOptions,
} from '#platform/model/observability/log-book.ts'
import { countLines } from './count-lines.ts'
import { type FollowRequest, followLines } from './follow-lines.ts'
import type { Follower } from './follower.ts'
import { countAfter, ForwardReader } from './forward-reader.ts'
import { LineWriter } from './line-writer.ts'
import { readLines } from './read-lines.ts'
import { idOf, numberOf, type Segment } from './segment.ts'
import { type Retention, Segments } from './segments.ts'

export interface LogFilesOptions {
  folder: string
  /** Retention per application. */
  retention: Retention
  clock?: Clock
}

const maxSegment = 1024 * 1024
const folderName = /^[A-Za-z0-9][A-Za-z0-9_-]{0,99}$/

const isLogFolder = (name: string): name is LogSourceId =>
  folderName.test(name) && isLogSourceId(name)

/** A log book in files: a folder per application with segments of JSON lines. */
export async function openLogFiles(options: LogFilesOptions): Promise<LogBook> {
  const { folder, retention, clock = systemClock } = options
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const fullAt = Math.min(maxSegment, Math.ceil(retention.bytes / 8))
  const logs = new Map<string, ApplicationLog>()
  let closed = false

  const logOf = (applicationId: LogSourceId) => {
    const known = logs.get(applicationId)
    if (known) return known
    if (!folderName.test(applicationId)) throw new Error('that is not the id of an application')
    const segments = new Segments(join(folder, applicationId), retention, fullAt, clock)
    const log = new ApplicationLog(applicationId, segments, clock)
    logs.set(applicationId, log)
    return log
  }
  const sources = async () => (await readdir(folder)).filter(isLogFolder)
  const each = (work: (log: ApplicationLog) => Promise<void>) =>
    Promise.all(Array.from(logs.values(), work)).then(() => {})

  return {
    append(line) {
      if (!closed) logOf(line.applicationId).append(line)
    },
    async read(applicationId, filter, options) {
      const lines: Line[][] = []
      const reading = logOf(applicationId).lines(filter, Infinity, options)
      for await (const some of reading) lines.push(some)
      return lines.flat()
    },
    stream: (applicationId, filter, options) =>
      logOf(applicationId).lines(filter, Infinity, options),
    count: (applicationId, request, options) => logOf(applicationId).count(request, options),
    oldest: async (applicationId) => logOf(applicationId).oldest(),
    follow: (applicationId, filter, signal, options) =>
      followLines(logOf(applicationId), filter, { ...options, signal }, clock),
    newest(applicationId) {
      const { newest } = logOf(applicationId)
      return newest === 0 ? '' : idOf(newest)
    },
    openReader: (applicationId, after) => logOf(applicationId).openReader(after),
    countAfter: (applicationId, after, max) => logOf(applicationId).countAfter(after, max),
    forget: (applicationId) => logOf(applicationId).forget(),
    sources,
    async trim() {
      for (const name of await sources()) await logOf(name).trim()
    },
    flush: () => each((log) => log.flush()),
    async close() {
      closed = true
      await each((log) => log.close())
    },
  }
}

/** Log of one application: numbers its lines, sends them to followers and writes them to segments. */
class ApplicationLog implements FollowRequest {
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
    // Numbers start from the clock, so that the number of a line lost in a crash or trim is not reused.
    this.newest = Math.max(this.newest + 1, now * 1000)
    const kept = { ...line, id: idOf(this.newest), date: date ?? now }
    this.#writer.add(kept)
    for (const [follower, wants] of this.#followers) {
      if (follower.ended) this.#followers.delete(follower)
      else if (wants(kept)) follower.offer(kept)
    }
  }

  async *lines(
    filter: LineFilter,
    upTo: number,
    options: ReadOptions = {},
  ): AsyncGenerator<Line[]> {
    await this.#writer.flush()
    const applicationId = this.#applicationId
    yield* readLines(this.#segments.list, { ...options, applicationId, filter, upTo })
  }

  async count(request: LineCount, options: ReadOptions = {}): Promise<CountedLines> {
    return countLines(await this.#writtenSegments(), request, options)
  }

  /** By the names of segments, without reading them. */
  async oldest(): Promise<number | undefined> {
    const segments = await this.#writtenSegments()
    return segments.length === 0
      ? undefined
      : Math.min(...segments.map(({ span }) => span.earliest))
  }

  openReader(after: string): LogReader {
    return new ForwardReader(this.#applicationId, after, () => this.#writtenSegments())
  }

  async countAfter(after: string, max: number): Promise<number> {
    return this.newest <= numberOf(after)
      ? 0
      : countAfter(await this.#writtenSegments(), after, max)
  }

  async #writtenSegments(): Promise<Segment[]> {
    await this.#writer.flush()
    return this.#segments.list
  }

  subscribe(follower: Follower, wants: (line: Line) => boolean): () => void {
    this.#followers.set(follower, wants)
    return () => this.#followers.delete(follower)
  }

  flush(): Promise<void> {
    return this.#writer.flush()
  }

  trim(): Promise<void> {
    return this.#writer.withLock(() => this.#segments.trim())
  }

  async forget(): Promise<void> {
    await this.#writer.flush()
    await this.#writer.withLock(() => this.#segments.clear())
  }

  async close(): Promise<void> {
    for (const follower of this.#followers.keys()) follower.end()
    await this.#writer.flush()
  }
}
