import { occurs } from './text-marks.ts'

/** A line with its place among all lines of the buffer; those before the first loaded ones have negative numbers. */
export interface BufferedLine<Line> {
  number: number
  line: Line
  /** What is searched. */
  text: string
}

/** Which lines are shown, and what is looked for in them. */
interface LineView<Line> {
  isShown(line: Line, text: string): boolean
  pattern: RegExp | undefined
}

/** Share of the capacity by which the buffer is exceeded before its oldest lines are dropped, in one batch. */
const slack = 0.1
/** While somebody reads old lines, the buffer may grow to this many times its capacity. */
const heldFactor = 2

/**
 * The newest lines of a stream up to a number, with those that are shown and those that were found kept up to date line by
 * line: a new line costs the same whether there are ten or 100,000.
 */
export class LineBuffer<Line extends { id: string }> {
  /** Keeps old lines longer, because somebody reads them. */
  isHeld = false
  readonly #capacity: number
  readonly #textOf: (line: Line) => string
  readonly #listeners = new Set<() => void>()
  #view: LineView<Line> = { isShown: () => true, pattern: undefined }
  #lines: BufferedLine<Line>[] = []
  #shown: BufferedLine<Line>[] = []
  #found: BufferedLine<Line>[] = []
  #shift = 0
  #arrived = 0
  #version = 0

  constructor({ capacity, textOf }: { capacity: number; textOf(line: Line): string }) {
    this.#capacity = capacity
    this.#textOf = textOf
  }

  get all(): readonly BufferedLine<Line>[] {
    return this.#lines
  }
  /** The array is the same while lines come. */
  get shown(): readonly BufferedLine<Line>[] {
    return this.#shown
  }
  /** Shown lines that have what is looked for. */
  get found(): readonly BufferedLine<Line>[] {
    return this.#found
  }
  /** Shown lines that came at the beginning, less those that went there. */
  get shift(): number {
    return this.#shift
  }
  /** Shown lines that ever came at the end. */
  get arrived(): number {
    return this.#arrived
  }
  get isFull(): boolean {
    return this.#lines.length >= this.#capacity
  }

  /** Differs after each change. */
  readonly version = (): number => this.#version
  readonly listen = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  append(lines: readonly Line[]): void {
    let number = this.#lines.at(-1)?.number ?? -1
    for (const line of lines) {
      const entry = { number: ++number, line, text: this.#textOf(line) }
      this.#lines.push(entry)
      if (!this.#view.isShown(line, entry.text)) continue
      this.#shown.push(entry)
      this.#arrived++
      if (this.#isFound(entry)) this.#found.push(entry)
    }
    this.#trim()
    this.#change()
  }

  /** Adds older lines, up to the first one that is there already; says how many were new. */
  prepend(lines: readonly Line[]): number {
    const [first] = this.#lines
    const known = lines.findIndex(({ id }) => id === first?.line.id)
    const older = known < 0 ? lines : lines.slice(0, known)
    const begin = (first?.number ?? 0) - older.length
    const entries = older.map((line, at) => ({
      number: begin + at,
      line,
      text: this.#textOf(line),
    }))
    const shown = entries.filter(({ line, text }) => this.#view.isShown(line, text))
    this.#lines = entries.concat(this.#lines)
    this.#shown = shown.concat(this.#shown)
    this.#found = shown.filter((entry) => this.#isFound(entry)).concat(this.#found)
    this.#shift += shown.length
    this.#change()
    return older.length
  }

  setView(view: LineView<Line>): void {
    this.#view = view
    this.#shown = this.#lines.filter(({ line, text }) => view.isShown(line, text))
    this.#found = this.#shown.filter((entry) => this.#isFound(entry))
    this.#change()
  }

  clear(): void {
    this.#lines = []
    this.#shown = []
    this.#found = []
    this.#shift = 0
    this.#arrived = 0
    this.#change()
  }

  #isFound({ text }: BufferedLine<Line>): boolean {
    return this.#view.pattern !== undefined && occurs(text, this.#view.pattern)
  }

  #trim(): void {
    const limit = this.#capacity * (this.isHeld ? heldFactor : 1 + slack)
    if (this.#lines.length <= limit) return
    this.#lines.splice(0, this.#lines.length - this.#capacity)
    const first = this.#lines[0]?.number ?? 0
    const gone = indexOfNumber(this.#shown, first)
    this.#shown.splice(0, gone)
    this.#found.splice(0, indexOfNumber(this.#found, first))
    this.#shift -= gone
  }

  #change(): void {
    this.#version++
    for (const listener of this.#listeners) listener()
  }
}

/** Place of a number in ascending lines; of the next one if it is not there. */
export function indexOfNumber(lines: readonly { number: number }[], number: number): number {
  let from = 0
  let until = lines.length
  while (from < until) {
    const middle = (from + until) >>> 1
    if ((lines[middle]?.number ?? 0) < number) from = middle + 1
    else until = middle
  }
  return from
}

/** The found line after or before the current one; from the last one it goes on with the first. */
export function stepThrough<Entry extends { number: number }>(
  found: readonly Entry[],
  current: number | undefined,
  direction: 1 | -1,
): Entry | undefined {
  if (found.length === 0) return undefined
  if (current === undefined) return found.at(-1)
  const at = indexOfNumber(found, current)
  const isThere = found[at]?.number === current
  const next = direction === 1 ? at + (isThere ? 1 : 0) : at - 1
  return found[(next + found.length) % found.length]
}
