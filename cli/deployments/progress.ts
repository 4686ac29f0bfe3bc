import { formatDuration } from '#kit/text/duration.ts'

export interface ProgressOptions {
  tell: (text: string) => void
  /** What goes on. */
  what: string
  /** After how many milliseconds without a line something is said. */
  silence?: number
}

export interface Progress extends Disposable {
  /** Something was shown, so nobody wonders. */
  touch(): void
}

/** Says from time to time that something goes on, while it shows nothing by itself. */
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
