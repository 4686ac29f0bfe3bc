import { canSee } from '#platform/events/follow-events.ts'
import type { PlatformEvent } from '#platform/model/events/event.ts'
import type { HookFilter } from '#platform/model/events/webhook.ts'
import { everyRight } from '#platform/model/identity/access/rights.ts'
import type { AuthorId, UserId } from '#platform/model/ids.ts'
import type { Store } from '#platform/model/store.ts'
import { metaEvents } from '#protocol/events.ts'

/** Whether a hook wants an event, by its scope and its names. An event with targets is for those hooks alone. */
export function matches(
  { id, scope, events }: HookFilter & { id: string },
  event: PlatformEvent,
): boolean {
  const { targets } = event.data
  if (Array.isArray(targets)) return targets.includes(id)
  if (scope !== null && !scope.includes(event.subjectId)) return false
  return events === null || events.some((name) => includesEvent(name, event.name))
}

function includesEvent(name: string, eventName: string): boolean {
  if (name === eventName) return true
  const members: readonly string[] | undefined = isMeta(name) ? metaEvents[name] : undefined
  return members?.includes(eventName) ?? false
}

export const isMeta = (name: string): name is keyof typeof metaEvents =>
  Object.hasOwn(metaEvents, name)

/**
 * Whether an event may leave through a hook: what every program that can make hooks may see, what every member may, if
 * one answers for the hook, and the rest as long as that one may see it.
 */
export async function mayLeave(
  store: Store,
  { createdBy }: { createdBy: AuthorId },
  event: PlatformEvent,
): Promise<boolean> {
  if (event.visibility === 'see') return true
  if (createdBy === '') return false
  if (event.visibility === 'belong') return true
  return isVisibleTo(store, createdBy, event)
}

export const isVisibleTo = (
  store: Store,
  userId: UserId,
  event: Pick<PlatformEvent, 'ownerId' | 'visibility'>,
): Promise<boolean> =>
  canSee({ store }, { userId, credential: 'session', credentialId: '', rights: everyRight }, event)
