import type { Line } from '#platform/model/observability/line.ts'

const maxLines = 1000
const maxText = 256 * 1024

/**
 * Bounded queue of lines for a follower. On overflow it drops them and accepts no more until `restart`; missed lines
 * are only counted.
 */
export class Follower {
  ended = false
  /** Number of dropped lines, and the last of them. */
  missed: { count: number; last: Line } | undefined
  #lines: Line[] = []
  #text = 0
  #wake = () => {}

  offer(line: Line): void {
    if (this.missed) {
      this.missed = { count: this.missed.count + 1, last: line }
      return
    }
    this.#lines.push(line)
    this.#text += line.message.length
    if (this.#lines.length > maxLines || this.#text > maxText) {
      this.missed = { count: this.#lines.length, last: line }
      this.take()
    }
    this.#wake()
  }

  restart(): void {
    this.take()
    this.missed = undefined
  }

  take(): Line[] {
    const lines = this.#lines
    this.#lines = []
    this.#text = 0
    return lines
  }

  /** Accepts no more lines; queued ones can still be read. */
  end(): void {
    this.ended = true
    this.#wake()
  }

  /** Resolves once there is a line, an overflow or the end. */
  async news(): Promise<void> {
    if (this.#lines.length > 0 || this.missed || this.ended) return
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#wake = resolve
    await promise
  }
}
