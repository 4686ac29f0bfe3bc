import type { EventId, PlatformEvent } from '#platform/model/events/event.ts'
import type { Caller } from '#platform/model/identity/access/caller.ts'
import { maxNews, newsKinds } from '#protocol/events.ts'
import { canSee, ownersIn } from './follow-events.ts'
import type { Platform } from './platform.ts'

/** Of what people hear after they were away. */
const names = Object.keys(newsKinds)
/** Those that the caller may not see must not hide the others. */
const maxRead = 200

export interface News {
  /** Newest first. */
  events: PlatformEvent[]
  /** Up to which event the user has seen them. */
  seenUntil: EventId
}

/** The latest events at the caller's organisations that people want to hear of. */
export async function readNews(platform: Pick<Platform, 'store'>, caller: Caller): Promise<News> {
  const { store } = platform
  const owners = await ownersIn(platform, caller, 'all')
  const read = await store.events.listOf(owners, { limit: maxRead, names })
  const known = new Map<string, boolean>()
  const events: PlatformEvent[] = []
  for (const event of read) {
    if (events.length >= maxNews) break
    const key = `${event.ownerId} ${event.visibility}`
    const isVisible = known.get(key) ?? (await canSee(platform, caller, event))
    known.set(key, isVisible)
    if (isVisible) events.push(event)
  }
  return { events, seenUntil: await store.eventVisits.seenUntil(caller.userId) }
}

/** Keeps up to which event the user has seen what happened; an event that is yet to come counts as the last one. */
export async function seeNews(
  { store }: Pick<Platform, 'store'>,
  { userId }: Caller,
  until: EventId,
): Promise<void> {
  await store.eventVisits.see(userId, Math.min(until, await store.events.lastId()))
}
