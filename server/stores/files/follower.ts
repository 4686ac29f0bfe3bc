import type { Line } from '#platform/logs/line.ts'

const mostLines = 1000
const mostText = 1024 * 1024

/**
 * The lines that a follower has not taken yet, in a bounded space. When it overflows, it forgets them and
 * takes no more until `restart`: what is missing has to be read from disk.
 */
export class Follower {
  overflowed = false
  ended = false
  #lines: Line[] = []
  #text = 0
  #wake = () => {}

  offer(line: Line): void {
    if (this.overflowed) return
    this.#lines.push(line)
    this.#text += line.message.length
    if (this.#lines.length > mostLines || this.#text > mostText) {
      this.restart()
      this.overflowed = true
    }
    this.#wake()
  }

  restart(): void {
    this.take()
    this.overflowed = false
  }

  take(): Line[] {
    const lines = this.#lines
    this.#lines = []
    this.#text = 0
    return lines
  }

  /** Takes no more lines; those that wait can still be taken. */
  end(): void {
    this.ended = true
    this.#wake()
  }

  /** Returns once there is a line, an overflow or the end. */
  async news(): Promise<void> {
    if (this.#lines.length > 0 || this.overflowed || this.ended) return
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#wake = resolve
    await promise
  }
}
