import { formatDuration } from '#kit/text/duration.ts'
import type { Timings } from '#tests/test-order.ts'

/** Milliseconds after which the speed of this run counts as much as the usual one: that of each worker doing what it did last time. */
const settling = 60_000
const roundedTo = 10_000

/** How far a run is, and how long it will take, by what each of its files took the last time. */
export class Progress {
  readonly #expected: ReadonlyMap<string, number>
  readonly #workers: number
  readonly #now: () => number
  readonly #start: number
  /** When each file that has not ended was started. */
  readonly #running = new Map<string, number>()
  readonly #waiting: Set<string>
  #done = 0
  #ended = 0
  #failed = 0

  constructor(
    files: readonly string[],
    { timings, workers, now }: { timings: Timings; workers: number; now: () => number },
  ) {
    const known = files.flatMap((file) => timings[file] ?? [])
    const average = known.reduce((sum, time) => sum + time, 0) / known.length
    this.#expected = new Map(known.length > 0 ? files.map((f) => [f, timings[f] ?? average]) : [])
    this.#waiting = new Set(files)
    this.#workers = workers
    this.#now = now
    this.#start = now()
  }

  started(files: readonly string[]): void {
    for (const file of files) if (this.#waiting.delete(file)) this.#running.set(file, this.#now())
  }

  ended(file: string, isOk: boolean): void {
    if (!isOk) this.#failed++
    if (!this.#running.delete(file)) return
    this.#ended++
    this.#done += this.#expected.get(file) ?? 0
  }

  /** Milliseconds that are probably left; `undefined` before the first measurement. */
  left(): number | undefined {
    if (this.#expected.size === 0) return undefined
    const elapsed = this.#now() - this.#start
    const running = Array.from(this.#running, ([file, since]) => {
      const expected = this.#expected.get(file) ?? 0
      return { expected, spent: Math.min(this.#now() - since, expected) }
    })
    const waiting = Array.from(this.#waiting, (file) => this.#expected.get(file) ?? 0)
    const rests = [...waiting, ...running.map(({ expected, spent }) => expected - spent)]
    const done = running.reduce((sum, { spent }) => sum + spent, this.#done)
    const speed = (done + this.#workers * settling) / (elapsed + settling)
    const work = rests.reduce((sum, rest) => sum + rest, 0)
    return Math.max(work / speed, ...rests)
  }

  /** Such as `412 of 742 files, 1 failed, after 4 min 10 s; about 3 min 20 s left, until 10:14`. */
  describe(time: Date): string {
    const files = this.#ended + this.#running.size + this.#waiting.size
    const failed = this.#failed > 0 ? `, ${this.#failed} failed` : ''
    const elapsed = Math.floor((this.#now() - this.#start) / 1000) * 1000
    const line = `${this.#ended} of ${files} files${failed}, after ${formatDuration(elapsed)}`
    const left = this.left()
    if (left === undefined) return line
    const end = new Date(time.getTime() + left).toTimeString().slice(0, 5)
    const rounded = Math.max(1, Math.ceil(left / roundedTo)) * roundedTo
    return `${line}; about ${formatDuration(rounded)} left, until ${end}`
  }
}
