import type { Line } from '#platform/model/observability/line.ts'
import { emptySpan, encodeLine, extendSpan, spanOfLine } from './segment.ts'
import type { Segments } from './segments.ts'

/** Consecutive lines written in one call. */
interface Chunk {
  text: string
  lines: Line[]
}

/** Lines that could not be written, up to and including `last`. */
interface Loss {
  count: number
  last: Line
  cause: string
}

const flushAfter = 50
const flushAt = 64 * 1024
/** Maximum of buffered bytes, so that a disk that hangs does not fill the memory; beyond it, lines are dropped. */
const maxWaiting = 8 * 1024 * 1024

/**
 * Writes lines in the background, in order. Lines that cannot be written are counted, and reported in the log once
 * writing works again.
 */
export class LineWriter {
  readonly #segments: Segments
  #waiting = emptyChunk()
  #loss: Loss | undefined
  #timer: NodeJS.Timeout | undefined
  #last: Promise<void> = Promise.resolve()

  constructor(segments: Segments) {
    this.#segments = segments
  }

  add(line: Line): void {
    const before = this.#waiting.text.length
    this.#waiting.text += encodeLine(line)
    this.#waiting.lines.push(line)
    const length = this.#waiting.text.length
    if (length > maxWaiting) this.#giveUp()
    else if (before < flushAt && length >= flushAt) void this.flush()
    else this.#timer ??= setTimeout(() => this.flush(), flushAfter)
  }

  /** Resolves once every line added so far is written or lost. */
  flush(): Promise<void> {
    return this.withLock(() => {
      clearTimeout(this.#timer)
      this.#timer = undefined
      return this.#write(this.#takeWaiting())
    })
  }

  /** Runs work on the segments while no write is in progress. */
  withLock(work: () => Promise<void>): Promise<void> {
    const done = this.#last.then(work)
    this.#last = done.catch(() => {})
    return done
  }

  #takeWaiting(): Chunk {
    const chunk = this.#waiting
    this.#waiting = emptyChunk()
    return chunk
  }

  async #write({ text, lines }: Chunk): Promise<void> {
    const loss = this.#takeLoss()
    const notices = loss ? [noticeOf(loss)] : []
    const spans = [...notices, ...lines].map(spanOfLine)
    if (spans.length === 0) return
    try {
      const whole = notices.map(encodeLine).join('') + text
      await this.#segments.write(whole, spans.reduce(extendSpan, emptySpan))
    } catch (error) {
      const cause = (error as NodeJS.ErrnoException).code ?? String(error)
      this.#loss = [loss, lossOf(lines, cause), this.#takeLoss()].reduce(addLoss)
    }
  }

  #giveUp(): void {
    const { lines } = this.#takeWaiting()
    this.#loss = addLoss(this.#loss, lossOf(lines, 'the disk was too slow'))
  }

  #takeLoss(): Loss | undefined {
    const loss = this.#loss
    this.#loss = undefined
    return loss
  }
}

const emptyChunk = (): Chunk => ({ text: '', lines: [] })

function lossOf(lines: Line[], cause: string): Loss | undefined {
  const last = lines.at(-1)
  return last && { count: lines.length, last, cause }
}

function addLoss(earlier: Loss | undefined, later: Loss | undefined): Loss | undefined {
  return earlier && later ? { ...later, count: earlier.count + later.count } : (later ?? earlier)
}

/** Line in place of the lost ones, with the number of the last of them. */
function noticeOf({ count, last, cause }: Loss): Line {
  const why = cause === 'ENOSPC' ? 'the disk was full' : cause
  const what = count === 1 ? '1 line of this log was' : `${count} lines of this log were`
  return { ...last, severity: 'warning', message: `${what} lost here: ${why}` }
}
