import { backoff } from '#kit/concurrency/backoff.ts'
import { type Delivering, deliver } from './deliver.ts'
import type { MailWorker } from './email.ts'

/** Sends one mail after the other, and sleeps until the next is due or somebody wakes it. */
export function createMailWorker(
  delivering: Delivering & {
    /** Told of what nobody foresaw. */
    onBug: (error: unknown) => void
  },
): MailWorker {
  const { platform, onBug } = delivering
  const closing = new AbortController()
  let phase: 'held' | 'open' | 'closed' = 'held'
  let round: Promise<void> | undefined
  let isWoken = false
  let timer: NodeJS.Timeout | undefined
  let troubles = 0

  /** Sends everything that is due; how long the next one waits, if there is one. */
  const sendDue = async (): Promise<number | undefined> => {
    const { store, clock } = platform()
    while (phase === 'open') {
      isWoken = false
      const next = await store.outbox.findNext()
      if (!next) return undefined
      const wait = next.dueAt - clock()
      if (wait > 0) return wait
      await deliver(delivering, next, closing.signal)
    }
    return undefined
  }

  const goRound = async () => {
    let wait: number | undefined
    try {
      wait = await sendDue()
      troubles = 0
    } catch (error) {
      if (phase === 'closed') return
      onBug(error)
      wait = backoff(troubles++)
    }
    round = undefined
    if (isWoken) wake()
    else if (wait !== undefined && phase === 'open') timer = setTimeout(wake, wait)
  }

  const wake = () => {
    isWoken = true
    if (phase !== 'open' || round !== undefined) return
    clearTimeout(timer)
    round = goRound()
  }

  return {
    begin() {
      if (phase !== 'held') return
      phase = 'open'
      wake()
    },
    wake,
    async close() {
      phase = 'closed'
      clearTimeout(timer)
      closing.abort()
      await round
    },
  }
}
