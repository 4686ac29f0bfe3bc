import { formatDuration } from '#kit/text/duration.ts'

export interface ProgressOptions {
  tell: (text: string) => void
  /** Name of the operation in progress. */
  what: string
  /** Milliseconds without output before a progress line is printed. */
  silence?: number
}

export interface Progress extends Disposable {
  /** Resets the timer after other output. */
  touch(): void
}

/** Prints a progress line at intervals while an operation has no other output. */
export function showProgress({ tell, what, silence = 15_000 }: ProgressOptions): Progress {
  const begin = performance.now()
  const say = () => tell(`… ${what} goes on, ${formatDuration(performance.now() - begin)} so far.`)
  let timer = setInterval(say, silence)
  return {
    touch() {
      clearInterval(timer)
      timer = setInterval(say, silence)
    },
    [Symbol.dispose]: () => clearInterval(timer),
  }
}
