import { withTimeout } from './timeout.ts'

/** Promises that are awaited only when their owner closes. */
export interface Background {
  /** Follows a promise to its end; `onError` gets its failure. */
  run(work: Promise<void>): void
  /** Waits for all of them, also those added meanwhile, up to the timeout; `onError` gets a timeout. */
  drain(): Promise<void>
}

const drainTimeout = 30_000

/** Tracks promises in flight, so that what they use is closed after they have ended. */
export function createBackground(
  onError: (error: unknown) => void,
  timeout = drainTimeout,
): Background {
  const running = new Set<Promise<void>>()
  const allEnded = async () => {
    while (running.size > 0) await Promise.all(running)
  }
  return {
    run(work) {
      const ended = work.catch(onError).finally(() => running.delete(ended))
      running.add(ended)
    },
    drain: () => withTimeout(allEnded(), timeout, 'work in the background').catch(onError),
  }
}
