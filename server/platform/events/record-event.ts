import type { Store } from '#platform/store.ts'
import type { NewEvent } from './event.ts'

/** Events kept per owner. */
export const maxEvents = 10_000
/** Every so many events, those of the owner at hand are trimmed: counting them at each would cost more than adding. */
const trimEvery = 100

/**
 * Stores an event. Call it inside the transaction of the change, so that both are kept or neither; followers and hooks
 * are woken by the store.
 */
export async function recordEvent(store: Pick<Store, 'events'>, event: NewEvent): Promise<void> {
  const { id } = await store.events.add(event)
  if (id % trimEvery === 0) await store.events.removeBeyond(event.ownerId, maxEvents)
}

/** Removes what owners have beyond the limit whose events were never the ones that trim. */
export async function trimEvents({ events }: Pick<Store, 'events'>): Promise<void> {
  for (const ownerId of await events.listOwnersBeyond(maxEvents)) {
    await events.removeBeyond(ownerId, maxEvents)
  }
}
