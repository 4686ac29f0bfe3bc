import { readdirSync, readFileSync, rmSync, statSync, truncateSync } from 'node:fs'
import { appendFile, mkdir, rm, rmdir, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock } from '#kit/concurrency/clock.ts'
import {
  emptySpan,
  extendSpan,
  finish,
  inspect,
  openName,
  parseName,
  type Segment,
  type Span,
} from './segment.ts'

/** Retention of an application's lines. */
export interface Retention {
  bytes: number
  /** Milliseconds. */
  age: number
}

/** Segments of one application. One writer at a time; readers at any time. */
export class Segments {
  readonly folder: string
  /** Oldest first. */
  list: Segment[]
  #current: Segment | undefined
  readonly #retention: Retention
  readonly #clock: Clock
  readonly #fullAt: number

  constructor(folder: string, retention: Retention, fullAt: number, clock: Clock) {
    this.folder = folder
    this.#retention = retention
    this.#clock = clock
    this.#fullAt = fullAt
    const found = scanSegments(folder)
    this.list = found.segments
    this.#current = found.current
  }

  /** Number of the newest line on disk, 0 when there is none. */
  get newest(): number {
    return this.list.at(-1)?.span.last ?? 0
  }

  /** Appends whole lines, newer than all before; throws when they could not be written, and then keeps none of them. */
  async write(text: string, span: Span): Promise<void> {
    if (this.#current && this.#current.bytes >= this.#fullAt) await this.#rotate()
    const segment = this.#current ?? (await this.#begin(span.first))
    try {
      await appendFile(segment.path, text, { mode: 0o600 })
    } catch (error) {
      await this.#takeBack(segment)
      throw error
    }
    if (segment.bytes === 0) this.list.push(segment)
    this.#current = segment
    segment.bytes += Buffer.byteLength(text)
    segment.span = extendSpan(segment.span, span)
  }

  /** Removes segments that are too old, then the oldest beyond the byte limit. */
  async trim(): Promise<void> {
    const eldest = this.#clock() - this.#retention.age
    for (const segment of this.list.filter(({ span }) => span.latest < eldest)) {
      await this.#remove(segment)
    }
    let bytes = this.list.reduce((sum, segment) => sum + segment.bytes, 0)
    for (const segment of this.list.slice(0, -1)) {
      if (bytes <= this.#retention.bytes) break
      bytes -= segment.bytes
      await this.#remove(segment)
    }
    if (this.list.length === 0) await rmdir(this.folder).catch(() => {})
  }

  async clear(): Promise<void> {
    this.list = []
    this.#current = undefined
    await rm(this.folder, { recursive: true, force: true })
  }

  async #begin(first: number): Promise<Segment> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 })
    return { path: join(this.folder, openName(first)), bytes: 0, span: emptySpan }
  }

  async #rotate(): Promise<void> {
    if (this.#current) finish(this.#current)
    this.#current = undefined
    await this.trim()
  }

  /** Truncates a partially written line, so that the next one begins on a new line. */
  async #takeBack({ path, bytes }: Segment): Promise<void> {
    try {
      await (bytes === 0 ? rm(path, { force: true }) : truncate(path, bytes))
    } catch {
      this.#current = undefined
    }
  }

  async #remove(segment: Segment): Promise<void> {
    this.list = this.list.filter((other) => other !== segment)
    if (this.#current === segment) this.#current = undefined
    await rm(segment.path, { force: true }).catch(() => {})
  }
}

/**
 * Scans the segments of an earlier process, oldest first, with the one that can be continued. Only a segment that was
 * still open is read, and a line torn by a crash is truncated.
 */
function scanSegments(folder: string): { segments: Segment[]; current?: Segment } {
  const unfinished = new Set<Segment>()
  const segments: Segment[] = []
  for (const name of orElse([], () => readdirSync(folder))) {
    const path = join(folder, name)
    const span = parseName(name)
    const segment = orElse(
      undefined,
      () =>
        span &&
        (span === 'open' ? inspectSegment(path) : { path, span, bytes: statSync(path).size }),
    )
    if (segment) segments.push(segment)
    if (segment && span === 'open') unfinished.add(segment)
  }
  segments.sort((one, other) => one.span.first - other.span.first)
  const newest = segments.at(-1)
  for (const segment of unfinished) if (segment !== newest) finish(segment)
  return newest && unfinished.has(newest) ? { segments, current: newest } : { segments }
}

/** An unreadable disk must not stop logging: the error is reported when writing. */
function orElse<T>(instead: T, look: () => T): T {
  try {
    return look()
  } catch {
    return instead
  }
}

function inspectSegment(path: string): Segment | undefined {
  const content = readFileSync(path)
  const { bytes, span } = inspect(content)
  if (bytes === 0) {
    rmSync(path)
    return undefined
  }
  if (bytes < content.length) truncateSync(path, bytes)
  return { path, bytes, span }
}
