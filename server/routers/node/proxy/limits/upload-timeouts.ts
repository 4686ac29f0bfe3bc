/** Limits of visitors that send the body of a request slowly. */
export interface UploadLimits {
  /** Milliseconds without a byte after which an upload is given up, and in which it is measured. */
  timeout: number
  /** Bytes per second on average that are enough. */
  minRate: number
}

/** As much as Apache's mod_reqtimeout asks for: 20 MB may take eleven hours. */
export const defaultMinRate = 500

/** Watches bodies that visitors send. One timer serves all: a timer for each request would cost more. */
export class UploadTimeouts {
  readonly #limits: UploadLimits
  readonly #uploads = new Set<Upload>()
  #timer: NodeJS.Timeout | undefined

  constructor(limits: UploadLimits) {
    this.#limits = limits
  }

  /** Watches one body from now on; `giveUp` is called at most once. */
  watch(giveUp: () => void): Upload {
    const upload = new Upload(giveUp, () => this.#uploads.delete(upload))
    this.#uploads.add(upload)
    this.#timer ??= setInterval(() => this.#look(), Math.min(1000, this.#limits.timeout / 4))
    return upload
  }

  #look() {
    const now = performance.now()
    for (const upload of this.#uploads) {
      if (upload.isTooSlow(now, this.#limits)) upload.fail()
    }
    if (this.#uploads.size > 0) return
    clearInterval(this.#timer)
    this.#timer = undefined
  }
}

/** The body of one request while the router waits for more of it. */
export class Upload {
  readonly #giveUp: () => void
  readonly #onEnd: () => void
  #isWaiting = false
  #bytes = 0
  /** Time of the last byte, and begin of the current measurement. */
  #since = performance.now()
  #begin = this.#since

  constructor(giveUp: () => void, onEnd: () => void) {
    this.#giveUp = giveUp
    this.#onEnd = onEnd
  }

  received(bytes: number, now: number) {
    this.#bytes += bytes
    this.#since = now
  }

  /** The application does not read, so that the visitor cannot send: this time does not count. */
  pause() {
    this.#isWaiting = true
  }

  resume() {
    this.#isWaiting = false
    this.#restart(performance.now())
  }

  /** The body is whole, or is not needed any more. */
  end() {
    this.#onEnd()
  }

  fail() {
    this.#onEnd()
    this.#giveUp()
  }

  isTooSlow(now: number, { timeout, minRate }: UploadLimits): boolean {
    if (this.#isWaiting) return false
    if (now - this.#since >= timeout) return true
    const elapsed = now - this.#begin
    if (elapsed < timeout) return false
    const isSlow = this.#bytes * 1000 < minRate * elapsed
    this.#begin = now
    this.#bytes = 0
    return isSlow
  }

  #restart(now: number) {
    this.#since = now
    this.#begin = now
    this.#bytes = 0
  }
}
