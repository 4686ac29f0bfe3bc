import type { LogSourceId } from '#platform/model/ids.ts'
import type { Line } from '#platform/model/observability/line.ts'
import type { LogReader, ReadLimit } from '#platform/model/observability/log-book.ts'
import { decodeLine, idOf, numberOf, readTexts, type Segment } from './segment.ts'

/**
 * Reads lines forwards and remembers the byte at which it stopped, so that a log that grows slowly is not parsed again
 * for each new line.
 */
export class ForwardReader implements LogReader {
  readonly #source: LogSourceId
  readonly #segments: () => Promise<Segment[]>
  #last: number
  #stop: { segment: Segment; byte: number } | undefined

  constructor(source: LogSourceId, after: string, segments: () => Promise<Segment[]>) {
    this.#source = source
    this.#segments = segments
    this.#last = numberOf(after)
  }

  get position(): string {
    return this.#last === 0 ? '' : idOf(this.#last)
  }

  async next(limit: ReadLimit): Promise<Line[]> {
    const batch = new Batch(limit)
    for (const segment of (await this.#segments()).filter(({ span }) => span.last > this.#last)) {
      const from = this.#stop?.segment === segment ? this.#stop.byte : 0
      let byte = from
      for await (const texts of readTexts(segment, (some) => some, { from })) {
        for (const text of texts) {
          const line = decodeLine(text)
          if (line && numberOf(line.id) > this.#last && !batch.add(line.message)) {
            return batch.lines
          }
          byte += Buffer.byteLength(text) + 1
          this.#stop = { segment, byte }
          if (!line || numberOf(line.id) <= this.#last) continue
          this.#last = numberOf(line.id)
          batch.lines.push({ ...line, applicationId: this.#source })
        }
      }
    }
    return batch.lines
  }
}

/** Lines up to a limit, and at least one. */
class Batch {
  readonly lines: Line[] = []
  readonly #limit: ReadLimit
  #bytes = 0

  constructor(limit: ReadLimit) {
    this.#limit = limit
  }

  /** Whether there is room for one more. */
  add(message: string): boolean {
    this.#bytes += Buffer.byteLength(message)
    const { lines, bytes } = this.#limit
    return this.lines.length === 0 || (this.lines.length < lines && this.#bytes <= bytes)
  }
}

/** Number of lines after one, up to a maximum; whole segments are counted by their line breaks. */
export async function countAfter(
  segments: readonly Segment[],
  after: string,
  max: number,
): Promise<number> {
  const last = numberOf(after)
  let count = 0
  for (const segment of segments.filter(({ span }) => span.last > last)) {
    const isWhole = segment.span.first > last
    const countIn = (texts: string[]) =>
      isWhole ? texts.length : texts.filter((text) => numberOf(decodeLine(text)?.id) > last).length
    for await (const more of readTexts(segment, countIn)) {
      count += more
      if (count >= max) return max
    }
  }
  return count
}
