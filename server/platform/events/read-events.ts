import type { EventId, PlatformEvent } from '#platform/model/events/event.ts'
import type { EventPage } from '#platform/model/events/event-store.ts'
import type { Caller } from '#platform/model/identity/access/caller.ts'
import { canSee, type EventScope, ownersIn } from './follow-events.ts'
import type { Platform } from './platform.ts'

export interface EventHistory {
  /** Those that the caller may see, newest first. */
  events: PlatformEvent[]
  /** Cursor of the next page; `null` on the last. */
  before: EventId | null
}

/** A page of past events. */
export async function readEvents(
  platform: Pick<Platform, 'store'>,
  caller: Caller,
  scope: EventScope,
  page: EventPage,
): Promise<EventHistory> {
  const owners = await ownersIn(platform, caller, scope)
  const read = await platform.store.events.listOf(owners, page)
  const events: PlatformEvent[] = []
  for (const event of read) if (await canSee(platform, caller, event)) events.push(event)
  return { events, before: read.length < page.limit ? null : (read.at(-1)?.id ?? null) }
}

/** Id to follow from so that everything since this time comes. */
export async function eventIdBefore(
  platform: Pick<Platform, 'store'>,
  caller: Caller,
  scope: EventScope,
  since: number,
): Promise<EventId> {
  const owners = await ownersIn(platform, caller, scope)
  return platform.store.events.lastIdBefore(owners, since)
}
