import { createWorker } from '#kit/concurrency/worker.ts'
import { leadRound } from '#platform/model/claims.ts'
import type { MailWorker } from '#platform/model/events/email.ts'
import { type DeliveryContext, deliver, pauseBefore } from './deliver.ts'

/** Sends queued e-mails one at a time and sleeps until the next is due or it is woken. */
export function createMailWorker(
  delivering: DeliveryContext & {
    /** Called with unexpected errors. */
    onBug: (error: unknown) => void
  },
): MailWorker {
  const { platform, onBug } = delivering
  return createWorker({
    run: (signal) => leadRound(platform().store.claims, 'mail', () => sendDue(delivering, signal)),
    onError: onBug,
  })
}

async function sendDue(
  delivering: DeliveryContext,
  signal: AbortSignal,
): Promise<number | undefined> {
  const { store, times } = delivering.platform()
  while (!signal.aborted) {
    const next = await store.outbox.findNext()
    if (!next) break
    const wait = times.until(next.id, next.dueAt, pauseBefore(next.attempts))
    if (wait > 0) return wait
    await deliver(delivering, next, signal)
  }
  return undefined
}
