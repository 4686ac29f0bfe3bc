import { renameSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createFairMutex } from '#kit/concurrency/keyed-mutex.ts'
import type { Line, LineFilter, StoredLine } from '#platform/model/observability/line.ts'
import type { ReadOptions } from '#platform/model/observability/log-book.ts'

/** One file with consecutive lines of an application, and its metadata. */
export interface Segment {
  path: string
  /** Size of the whole lines in the file. */
  bytes: number
  span: Span
}

/** Range of numbers and dates of some lines; dates need not ascend. */
export interface Span {
  first: number
  last: number
  earliest: number
  latest: number
}

export const emptySpan: Span = { first: Infinity, last: 0, earliest: Infinity, latest: -Infinity }

export function extendSpan(span: Span, other: Span): Span {
  return {
    first: Math.min(span.first, other.first),
    last: Math.max(span.last, other.last),
    earliest: Math.min(span.earliest, other.earliest),
    latest: Math.max(span.latest, other.latest),
  }
}

export function spanOfLine({ id, date }: { id: string; date: number }): Span {
  const number = numberOf(id)
  return { first: number, last: number, earliest: Math.floor(date), latest: Math.ceil(date) }
}

const openSegment = /^(\d+)\.open$/
const finishedSegment = /^(\d+)-(\d+)_(-?\d+)-(-?\d+)\.jsonl$/

/** File name of a segment that is still written to. */
export const openName = (first: number) => `${first}.open`

/** File name of a finished segment; it contains the span, so that readers can skip the file. */
const finishedName = ({ first, last, earliest, latest }: Span) =>
  `${first}-${last}_${earliest}-${latest}.jsonl`

/** Span in the name of a finished segment, `open` for one still written to, `undefined` for any other name. */
export function parseName(name: string): Span | 'open' | undefined {
  if (openSegment.test(name)) return 'open'
  const numbers = finishedSegment.exec(name)?.slice(1).map(Number)
  if (!numbers) return undefined
  const [first = 0, last = 0, earliest = 0, latest = 0] = numbers
  return { first, last, earliest, latest }
}

/** Size and span of a segment from its content; a torn line at the end does not count. */
export function inspect(content: Buffer): { bytes: number; span: Span } {
  let bytes = 0
  let span = emptySpan
  for (let start = 0, end = 0; end >= 0; start = end + 1) {
    end = content.indexOf(10, start)
    const line = end >= 0 && decodeLine(content.toString('utf8', start, end))
    if (!line) continue
    bytes = end + 1
    span = extendSpan(span, spanOfLine(line))
  }
  return { bytes, span }
}

const blockSize = 64 * 1024
const withLock = createFairMutex()

type BlockOptions = Pick<ReadOptions, 'account' | 'signal'> & {
  /** First byte to read. */
  from?: number
}

/**
 * Results of `use` for the current whole lines, block by block: a slow reader holds one block in memory and no
 * open file. A segment removed in the meantime ends, as does reading when its signal is aborted; a renamed one is found again.
 *
 * One reader at a time processes a block: concurrent searches through long logs would otherwise fill each turn of the
 * event loop together and delay all other requests. Accounts take turns, so that many searches of one of them delay
 * another by a block at most.
 */
export async function* readTexts<T>(
  segment: Segment,
  use: (texts: string[]) => T,
  { from = 0, account = dirname(segment.path), signal }: BlockOptions = {},
): AsyncGenerator<T> {
  const { bytes } = segment
  for (let at = from, size = blockSize; at < bytes && !signal?.aborted; ) {
    const step = await withLock(account, async () => {
      if (signal?.aborted) return undefined
      const block = await readBlock(segment, at, Math.min(size, bytes - at))
      const end = block?.lastIndexOf(10) ?? -1
      if (!block || (end < 0 && block.length < size)) return undefined
      if (end < 0) return { end }
      return { end, used: use(block.toString('utf8', 0, end).split('\n')) }
    })
    if (!step) return
    if (!('used' in step)) size *= 2
    else {
      yield step.used as T
      at += step.end + 1
      size = blockSize
    }
  }
}

async function readBlock(
  segment: Segment,
  at: number,
  length: number,
): Promise<Buffer | undefined> {
  const { path } = segment
  try {
    const file = await open(path, 'r')
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at)
      return buffer.subarray(0, bytesRead)
    } finally {
      await file.close()
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return segment.path === path ? undefined : readBlock(segment, at, length)
  }
}

/** Synchronous, so that a reader that misses the file under its old name finds the new one in `path`. */
export function finish(segment: Segment): void {
  const path = join(dirname(segment.path), finishedName(segment.span))
  try {
    renameSync(segment.path, path)
    segment.path = path
  } catch {
    // The file keeps its name; the next start inspects and renames it.
  }
}

/** A line as JSON on one line, without the application, which the folder name has. */
export function encodeLine({ applicationId: _, ...line }: Line): string {
  return `${JSON.stringify(line)}\n`
}

/** The parsed line, or `undefined` when it is corrupt. */
export function decodeLine(text: string): StoredLine | undefined {
  try {
    const line = JSON.parse(text)
    if (typeof line?.id !== 'string' || typeof line.date !== 'number') return undefined
    return line
  } catch {
    return undefined
  }
}

/** Whether the line passes the filter, apart from its limit. `since` and `until` are inclusive. */
export function passes(line: StoredLine, filter: LineFilter): boolean {
  return (
    line.date >= (filter.since ?? -Infinity) &&
    line.date <= (filter.until ?? Infinity) &&
    numberOf(line.id) > numberOf(filter.after) &&
    (filter.deploymentId === undefined || line.deploymentId === filter.deploymentId) &&
    (filter.instanceId === undefined || line.instanceId === filter.instanceId) &&
    (filter.matches === undefined || filter.matches(line))
  )
}

/** Number of a line id; 0, which is before every line, for an invalid one. */
export function numberOf(id: string | undefined): number {
  return id !== undefined && /^\d{1,16}$/.test(id) ? Number(id) : 0
}

/** Sixteen digits, so that ids sort as text and fit in a header. */
export function idOf(number: number): string {
  return String(number).padStart(16, '0')
}
