import { type EventAttempts, readNewEvents } from '#platform/events/delivery/event-reader.ts'
import { eventLine } from '#platform/events/emails/email-lines.ts'
import type { Platform } from '#platform/events/platform.ts'
import type { PlatformEvent } from '#platform/model/events/event.ts'
import type { Store } from '#platform/model/store.ts'
import { enqueueDeliveries } from './deliveries.ts'
import { matches, mayLeave } from './hook-filter.ts'

/** Queues new events for the hooks that want them. */
export function dispatchEvents(
  { store, clock, consoleUrl }: Pick<Platform, 'store' | 'clock' | 'consoleUrl'>,
  signal: AbortSignal,
  attempts: EventAttempts = new Map(),
): Promise<void> {
  const handle = (inside: Store, event: PlatformEvent) =>
    dispatch(inside, event, { now: clock(), consoleUrl: consoleUrl() })
  return readNewEvents({ store }, { name: 'hooks', handle }, signal, attempts)
}

type DispatchOptions = Parameters<typeof enqueueDeliveries>[3]

async function dispatch(
  store: Store,
  event: PlatformEvent,
  options: DispatchOptions,
): Promise<void> {
  for (const webhook of await store.webhooks.listOf(event.ownerId)) {
    const isWanted = webhook.state === 'ENABLED' && matches(webhook, event)
    if (isWanted && (await mayLeave(store, webhook, event))) {
      await enqueueDeliveries(store, webhook, event, options)
    }
  }
  for (const hook of await store.emailHooks.listOf(event.ownerId)) {
    if (matches(hook, event)) await store.emailHookLines.add(eventLine(hook, event, options.now))
  }
}
