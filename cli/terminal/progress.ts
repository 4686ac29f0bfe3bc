import type { Terminal } from './terminal.ts'

/** Delay before the first progress line and interval between further ones, in milliseconds. */
export interface ProgressPace {
  first: number
  every: number
}

const usual: ProgressPace = { first: 3_000, every: 10_000 }

/** Repeats on standard error what is being waited for and for how many seconds, until the work has ended. */
export async function withProgress<T>(
  terminal: Pick<Terminal, 'err'>,
  waitingFor: string,
  work: Promise<T>,
  { first, every }: ProgressPace = usual,
): Promise<T> {
  const begin = performance.now()
  const tell = () => {
    const seconds = Math.round((performance.now() - begin) / 1000)
    terminal.err(`Waiting for ${waitingFor} (${seconds} s)\n`)
    timer = setTimeout(tell, every)
  }
  let timer = setTimeout(tell, first)
  return work.finally(() => clearTimeout(timer))
}
