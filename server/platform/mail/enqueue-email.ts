import { newId } from '#kit/text/ids.ts'
import type { Platform } from '#platform/platform.ts'

/** Puts a letter into the outbox, where it survives us, and sees to it that it leaves soon. */
export async function post(
  { store, clock, postman }: Pick<Platform, 'store' | 'clock' | 'postman'>,
  kind: string,
  to: string,
  knows: Record<string, string> = {},
): Promise<void> {
  const createdAt = clock()
  const id = newId('mail')
  await store.outbox.add({ id, kind, to, knows, createdAt, dueAt: createdAt, attempts: 0 })
  postman.wake()
}
