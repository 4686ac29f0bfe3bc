import { backoff } from '#kit/concurrency/backoff.ts'
import { administratorsOf } from '#platform/events/delivery/administrators.ts'
import { recordEvent } from '#platform/events/record-event.ts'
import { ownerName } from '#platform/identity/accounts/owner-name.ts'
import { post } from '#platform/mail/enqueue-email.ts'
import { type Drain, maxAttempts } from '#platform/model/observability/drain.ts'
import type { SendResult } from '#platform/model/observability/drain-sender.ts'
import type { Platform } from '#platform/observability/platform.ts'
import { findResource } from './find-resource.ts'

/** Between attempts to deliver a batch. */
export const pauses = { first: 5000, max: 15 * 60_000 }
const maxLines = 500
const maxBytes = 256 * 1024

type Context = Pick<Platform, 'store' | 'clock' | 'mailWorker'>

/** Fewer after each failure, so that a slow recipient gets what it can take, and one bad line is found. */
export const batchLimit = (attempts: number) => ({
  lines: Math.max(1, Math.floor(maxLines / 2 ** attempts)),
  bytes: Math.max(1, Math.floor(maxBytes / 2 ** attempts)),
})

/**
 * Stores the result of a batch up to the line `last`; returns whether it is done with. A crash before it sends the
 * batch again. A single line that the recipient does not take is skipped, so that it does not stop all that come after.
 */
export async function storeResult(
  platform: Context,
  drain: Drain,
  batch: { last: string; size: number },
  { failure, isRejected }: SendResult,
): Promise<boolean> {
  const { store, clock } = platform
  const attemptedAt = clock()
  if (failure === '' || (isRejected && batch.size === 1)) {
    await store.drains.change(drain.id, {
      position: batch.last,
      attempts: 0,
      attemptedAt,
      dueAt: null,
      failingSince: null,
      lastError: failure === '' ? '' : `One line was skipped. ${failure}`,
    })
    return true
  }
  const attempts = drain.attempts + 1
  await store.transaction(async (inside) => {
    await inside.drains.change(drain.id, {
      attempts,
      attemptedAt,
      dueAt: attempts >= maxAttempts ? null : attemptedAt + backoff(drain.attempts, pauses),
      failingSince: drain.failingSince ?? attemptedAt,
      lastError: failure,
    })
    if (attempts === maxAttempts) await reportStop({ ...platform, store: inside }, drain, failure)
  })
  return false
}

/** Tells the administrators that a drain was given up. */
async function reportStop(platform: Context, drain: Drain, failure: string): Promise<void> {
  const { store, clock } = platform
  const { id, ownerId, resourceId } = drain
  const name = (await findResource(store, resourceId))?.name ?? ''
  await recordEvent(store, {
    ownerId,
    date: clock(),
    name: 'DRAIN_STOPPED',
    subjectId: resourceId,
    data: { id: resourceId, name, ownerId, drainId: id, failure },
  })
  const organisation = await ownerName(store, ownerId)
  for (const to of await administratorsOf(store, ownerId)) {
    await post(platform, 'drain-stopped', to, {
      id,
      resourceId,
      name,
      ownerId,
      organisation,
      failure,
    })
  }
}
