import type { RouterAccessLine } from '#platform/model/observability/access-log.ts'
import type { LogBlock } from './edge-protocol.ts'

const defaultTimeout = 5000

/**
 * Lines of the edge's access log on their way to the server. A block waits until the server says that it is stored; only
 * then the reader of the log goes on, so that a crash of either repeats one block at most.
 */
export class LogBlocks {
  #number = 0
  #waiting: { block: LogBlock; stored: () => void } | undefined
  #arrived = Promise.withResolvers<void>()

  /** Takes lines of the reader, and resolves once they are stored. */
  readonly take = (lines: RouterAccessLine[]): Promise<void> => {
    if (lines.length === 0) return Promise.resolve()
    this.#number += 1
    const block = { number: this.#number, lines: lines.map(({ text }) => text) }
    return new Promise((stored) => {
      this.#waiting = { block, stored }
      this.#arrived.resolve()
    })
  }

  /** The block after that of the number, or none if there is none within some seconds. */
  async next(stored: number, timeout = defaultTimeout): Promise<{ block?: LogBlock }> {
    if (this.#waiting?.block.number === stored) this.#finish()
    if (!this.#waiting) await this.#orTimeout(timeout)
    return this.#waiting ? { block: this.#waiting.block } : {}
  }

  #finish() {
    this.#waiting?.stored()
    this.#waiting = undefined
    this.#arrived = Promise.withResolvers()
  }

  async #orTimeout(timeout: number) {
    let timer: NodeJS.Timeout | undefined
    const expired = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, timeout)
    })
    await Promise.race([this.#arrived.promise, expired])
    clearTimeout(timer)
  }
}
