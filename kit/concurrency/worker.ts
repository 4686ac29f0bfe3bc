import { backoff } from './backoff.ts'

/** Node fires a timer of more than 2^31 ms immediately. */
const maxTimer = 3_600_000

export interface WorkerOptions {
  /** Does what is due; returns the milliseconds until the next round, or `undefined` to sleep until woken. */
  run(signal: AbortSignal): Promise<number | undefined>
  /** Called when a round failed; the next one follows after a backoff. */
  onError(error: unknown): void
}

/** Background loop of rounds that never overlap. */
export interface Worker {
  /** Aborted when the worker is closed. */
  readonly signal: AbortSignal
  /** Starts the first round. */
  begin(): void
  /** Starts a round now, or right after the running one. */
  wake(): void
  /** Aborts the signal, and waits for the last round to end. */
  close(): Promise<void>
}

export function createWorker({ run, onError }: WorkerOptions): Worker {
  const closing = new AbortController()
  const { signal } = closing
  let hasBegun = false
  let isWoken = false
  let round: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined
  let failures = 0

  const runOnce = async () => {
    if (signal.aborted) return
    let pause: number | undefined
    isWoken = false
    try {
      pause = await run(signal)
      failures = 0
    } catch (error) {
      if (signal.aborted) return
      onError(error)
      pause = backoff(failures++)
    }
    round = undefined
    if (isWoken) wake()
    else if (pause !== undefined && !signal.aborted)
      timer = setTimeout(wake, Math.min(pause, maxTimer)).unref()
  }

  const wake = () => {
    isWoken = true
    if (!hasBegun || signal.aborted || round) return
    clearTimeout(timer)
    // Asynchronously: a round that wakes the worker before its first await would start a second one in parallel.
    round = Promise.resolve().then(runOnce)
  }

  return {
    signal,
    begin() {
      hasBegun = true
      wake()
    },
    wake,
    async close() {
      closing.abort()
      clearTimeout(timer)
      await round
    },
  }
}
