import { TimeoutError, withTimeout } from '#kit/concurrency/timeout.ts'
import { DeclinedError } from '#providers/kit/declined.ts'

/** Less than a call of the platform may take. */
const usualWait = 20_000

/**
 * Deletions of add-ons, which go on between the calls that ask for them: with millions of objects one takes minutes, and the lock of
 * its add-on would keep the maintenance of all others waiting.
 */
export interface Removals {
  /** Begins it unless it runs; refused for now when it takes longer than a call. */
  run(id: string, work: () => Promise<void>): Promise<void>
  isRunning(id: string): boolean
}

export function createRemovals(wait = usualWait): Removals {
  const running = new Map<string, Promise<void>>()

  function begin(id: string, work: () => Promise<void>): Promise<void> {
    const run = work().finally(() => running.delete(id))
    running.set(id, run)
    // The next call tries again.
    run.catch(() => {})
    return run
  }

  return {
    isRunning: (id) => running.has(id),
    async run(id, work) {
      try {
        await withTimeout(running.get(id) ?? begin(id, work), wait, 'the deletion')
      } catch (error) {
        if (!(error instanceof TimeoutError)) throw error
        throw new DeclinedError('What is stored is still being deleted.', 503)
      }
    },
  }
}
