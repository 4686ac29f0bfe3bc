import { appendFileSync, mkdirSync } from 'node:fs'
import { appendFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type ApplicationBytes, addTo, Backlog, type LostLines } from './backlog.ts'

/** Time in which lines are collected before they are written together. */
const flushAfter = 100
const flushAt = 256 * 1024
/** A disk that hangs must not fill the memory. */
const maxBuffered = 4 * 1024 * 1024
const maxSegmentBytes = 4 * 1024 * 1024
/** A segment is written for this long at most, so that the server knows when it is finished. */
const maxSegmentAge = 10_000

/** Appends lines in batches to segments, `<begin>-<pid>.jsonl`. */
export class SegmentWriter {
  /** Called with lines that were removed before a server read them. */
  onLost: (lost: LostLines) => void = () => {}
  readonly #folder: string
  readonly #backlog: Backlog
  #buffer = ''
  #buffered: ApplicationBytes = new Map()
  #timer: NodeJS.Timeout | undefined
  #isWriting = false
  #name = ''
  #bytes = 0
  #begin = 0
  #begunAt = Number.NEGATIVE_INFINITY
  /** Reported once, until writing works again. */
  #hasFailed = false

  constructor(folder: string, backlog = new Backlog(folder)) {
    this.#folder = folder
    this.#backlog = backlog
    this.#makeFolder()
    void this.#refresh()
  }

  /** Whether so much is waiting for the disk that further lines should be dropped. */
  get isFull() {
    return this.#buffer.length > maxBuffered
  }

  /** Whether another line of an application can be kept. */
  hasRoomFor(applicationId: string): boolean {
    const waiting = {
      own: this.#buffered.get(applicationId) ?? 0,
      total: this.#buffer.length,
    }
    return !this.isFull && this.#backlog.hasRoomFor(applicationId, waiting)
  }

  add(line: string, applicationId: string) {
    this.#buffer += line
    addTo(this.#buffered, applicationId, line.length)
    if (this.#buffer.length > flushAt && !this.#isWriting) void this.#flush()
    else this.#timer ??= setTimeout(() => this.#flush(), flushAfter)
  }

  /** Writes the rest synchronously, because the process ends. */
  close() {
    clearTimeout(this.#timer)
    if (this.#buffer === '') return
    try {
      const name = this.#segment()
      appendFileSync(join(this.#folder, name), this.#take(name), { mode: 0o600 })
    } catch {}
  }

  async #flush() {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#isWriting || this.#buffer === '') return
    this.#isWriting = true
    const name = this.#segment()
    const text = this.#take(name)
    this.#bytes += text.length
    try {
      await appendFile(join(this.#folder, name), text, { mode: 0o600 })
      this.#hasFailed = false
    } catch (error) {
      this.#makeFolder()
      const reason = (error as Error).message
      if (!this.#hasFailed) console.error(`lines of the access log are lost: ${reason}`)
      this.#hasFailed = true
    }
    this.#isWriting = false
    if (this.#buffer !== '') this.#timer ??= setTimeout(() => this.#flush(), flushAfter)
  }

  /** A router serves visitors on a disk without room for it as well. */
  #makeFolder() {
    try {
      mkdirSync(this.#folder, { recursive: true, mode: 0o700 })
    } catch {}
  }

  #take(name: string): string {
    const text = this.#buffer
    this.#buffer = ''
    this.#backlog.add(name, this.#buffered)
    this.#buffered = new Map()
    return text
  }

  /** Name of the current segment, or of a new one when that is old or large. */
  #segment(): string {
    const now = performance.now()
    if (now - this.#begunAt < maxSegmentAge && this.#bytes < maxSegmentBytes) return this.#name
    this.#begunAt = now
    // Names grow even if the clock is set back, because segments are read in their order.
    this.#begin = Math.max(Date.now(), this.#begin + 1)
    this.#bytes = 0
    this.#name = `${this.#begin}-${process.pid}.jsonl`
    void this.#refresh()
    return this.#name
  }

  async #refresh() {
    try {
      const lost = await this.#backlog.refresh()
      if (lost.size > 0) this.onLost(lost)
    } catch {
      // The next segment tries again.
    }
  }
}
