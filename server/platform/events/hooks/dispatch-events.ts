import { isDiskFull } from '#kit/files/disk-full.ts'
import { eventLine } from '#platform/events/emails/email-lines.ts'
import type { Platform } from '#platform/events/platform.ts'
import type { EventId, PlatformEvent } from '#platform/model/events/event.ts'
import type { Store } from '#platform/model/store.ts'
import { enqueueDeliveries } from './deliveries.ts'
import { matches, mayLeave } from './hook-filter.ts'

const reader = 'hooks'
const batch = 100
/** Rounds that fail with an event in front, before it is given up. */
const maxAttempts = 5

/**
 * Queues new events for the hooks that want them. Deliveries and the place that was read to are written in one
 * transaction, so that a crash neither loses nor repeats one.
 */
export async function dispatchEvents(
  platform: Context,
  signal: AbortSignal,
  attempts: DispatchAttempts = new Map(),
): Promise<void> {
  while (!signal.aborted) {
    // After a failure one at a time, because the others of its batch are good.
    const size = attempts.size > 0 ? 1 : batch
    const count = await dispatchSome(platform, size).catch((error: unknown) =>
      skipFailing(platform, attempts, error),
    )
    if (count < size) return attempts.clear()
  }
}

/** Events that could not be dispatched, with the number of attempts. */
export type DispatchAttempts = Map<EventId, number>
type Context = Pick<Platform, 'store' | 'clock'>

async function dispatchSome({ store, clock }: Context, size: number): Promise<number> {
  return store.transaction(async (inside) => {
    const position = await inside.eventCursors.position(reader)
    const events = await inside.events.listAllAfter(position, size)
    for (const event of events) await dispatch(inside, event, clock())
    const last = events.at(-1)
    if (last) await inside.eventCursors.move(reader, last.id)
    return events.length
  })
}

/** One event that fails again and again must not stop all that come after it. */
async function skipFailing(
  { store }: Context,
  attempts: DispatchAttempts,
  error: unknown,
): Promise<number> {
  const position = await store.eventCursors.position(reader)
  const [first] = await store.events.listAllAfter(position, 1)
  if (!first || isDiskFull(error)) throw error
  const count = (attempts.get(first.id) ?? 0) + 1
  attempts.clear()
  if (count < maxAttempts) attempts.set(first.id, count)
  else await store.eventCursors.move(reader, first.id)
  throw error
}

async function dispatch(store: Store, event: PlatformEvent, now: number): Promise<void> {
  for (const webhook of await store.webhooks.listOf(event.ownerId)) {
    const isWanted = webhook.state === 'ENABLED' && matches(webhook, event)
    if (isWanted && (await mayLeave(store, webhook, event))) {
      await enqueueDeliveries(store, webhook, event, now)
    }
  }
  for (const hook of await store.emailHooks.listOf(event.ownerId)) {
    if (matches(hook, event)) await store.emailHookLines.add(eventLine(hook, event, now))
  }
}
