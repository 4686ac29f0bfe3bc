import type { Terminal } from './terminal.ts'

/** When a wait is told of, in milliseconds. */
export interface ProgressPace {
  first: number
  every: number
}

const usual: ProgressPace = { first: 3_000, every: 10_000 }

/** Says on standard error what is waited for, again and again until the work has ended, with the seconds that it took so far. */
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
