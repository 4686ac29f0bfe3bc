import { windows } from '#protocol/terminal/frames.ts'

/** Output that was shown is acknowledged by so much at once, and soon if it is less. */
const atOnce = { bytes: windows.output / 4, delay: 200 }

/** Counts the output of a session since its begin, and says when what was shown is to be acknowledged. */
export class OutputCount {
  readonly #tell: (shown: number) => void
  #received = 0
  #shown = 0
  #acknowledged = 0
  /** What comes before this byte was shown in an earlier client. */
  #past = 0
  #soon: ReturnType<typeof setTimeout> | undefined

  /** `tell` gets the number of bytes that were shown. */
  constructor(tell: (shown: number) => void) {
    this.#tell = tell
  }

  get received(): number {
    return this.#received
  }

  /** Begins at a later byte, before which an earlier client has shown all up to `past`. */
  begin(from: number, past: number): void {
    this.#received = from
    this.#shown = from
    this.#acknowledged = from
    this.#past = past
  }

  /** Whether an earlier client has shown what comes next. */
  get isPast(): boolean {
    return this.#received < this.#past
  }

  receive(count: number): void {
    this.#received += count
  }

  show(count: number): void {
    this.#shown += count
    if (this.#shown - this.#acknowledged < atOnce.bytes) {
      this.#soon ??= setTimeout(() => this.#acknowledge(), atOnce.delay)
      return
    }
    clearTimeout(this.#soon)
    this.#acknowledge()
  }

  stop(): void {
    clearTimeout(this.#soon)
  }

  #acknowledge(): void {
    this.#soon = undefined
    this.#acknowledged = this.#shown
    this.#tell(this.#shown)
  }
}
