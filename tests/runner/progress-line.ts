/** What the line is written to. */
export interface Screen {
  isTTY?: boolean
  /** 0 where nobody has told it. */
  columns?: number
  write(text: string): unknown
}

const onTerminal = 1000
const inFile = 120_000
const eraseLine = '\r\x1b[K'

/** A last line that says how far a run is: redrawn below all others on a terminal, and repeated seldom in a file. */
export class ProgressLine implements Disposable {
  readonly #describe: () => string
  readonly #screen: Screen
  readonly #timer: NodeJS.Timeout

  constructor(describe: () => string, screen: Screen = process.stdout) {
    this.#describe = describe
    this.#screen = screen
    this.#timer = setInterval(() => this.show(), screen.isTTY ? onTerminal : inFile).unref()
  }

  /** Writes one or more lines above it. */
  print(text: string): void {
    if (!this.#screen.isTTY) this.#screen.write(`${text}\n`)
    else {
      this.#screen.write(`${eraseLine}${text}\n`)
      this.show()
    }
  }

  show(): void {
    const line = this.#describe()
    if (!this.#screen.isTTY) this.#screen.write(`… ${line}\n`)
    else this.#screen.write(eraseLine + `… ${line}`.slice(0, (this.#screen.columns || 80) - 1))
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer)
    if (this.#screen.isTTY) this.#screen.write(eraseLine)
  }
}
