import { newId } from '#kit/text/ids.ts'
import type { Platform } from './platform.ts'

/** Queues an e-mail in the durable outbox and wakes the mail worker. */
export async function post(
  { store, clock, mailWorker }: Pick<Platform, 'store' | 'clock' | 'mailWorker'>,
  kind: string,
  to: string,
  knows: Record<string, string> = {},
): Promise<void> {
  const createdAt = clock()
  const id = newId('mail')
  await store.outbox.add({ id, kind, to, knows, createdAt, dueAt: createdAt, attempts: 0 })
  mailWorker.wake()
}
