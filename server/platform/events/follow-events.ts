import { hasPermission, hasPersonalPermission, roleAt } from '#platform/identity/access/permit.ts'
import { watchCredential } from '#platform/identity/access/watch-credential.ts'
import type { EventId, PlatformEvent, ProgressEvent } from '#platform/model/events/event.ts'
import type { Caller } from '#platform/model/identity/access/caller.ts'
import type { OwnerId } from '#platform/model/ids.ts'
import { Refusal } from '#platform/model/refusal.ts'
import type { Platform } from './platform.ts'

type Context = Pick<Platform, 'store' | 'clock' | 'monotonic' | 'eventHub'>

/** Whose events are followed: of one owner, or of everyone where the caller has a role. */
export type EventScope = OwnerId | 'all'

/**
 * What a follower gets, with the id to resume from: the place where it is up to date; that some events up to `until`
 * are no longer kept; an event. Or the progress of something, which is not kept and has no id.
 */
export type FollowedItem =
  | { kind: 'ready'; id: EventId }
  | { kind: 'lost'; id: EventId; until: EventId }
  | { kind: 'event'; id: EventId; event: PlatformEvent }
  | { kind: 'progress'; progress: ProgressEvent }

/** Access and membership are checked this often, even without an event. */
const lookEvery = 2000
const batch = 100

/**
 * Events that the caller may see, in order, from after the given one or from now on, until the caller's credential or
 * role ends.
 */
export async function* followEvents(
  platform: Context,
  caller: Caller,
  { scope, after }: { scope: EventScope; after?: EventId | undefined },
  signal: AbortSignal,
): AsyncGenerator<FollowedItem> {
  const { store, eventHub } = platform
  const checkCredential = watchCredential(platform, caller)
  let owners = await ownersIn(platform, caller, scope)
  using subscription = eventHub.subscribe(owners)
  const last = await store.events.lastId()
  let cursor = Math.min(after ?? last, last)
  // An id that was never given comes from another installation: what followed it is unknown.
  if (after !== undefined && after > last) yield { kind: 'lost', id: last, until: last }
  let told = 0
  let isCaughtUp = false
  while (!signal.aborted) {
    await subscription.next(lookEvery, signal)
    if (signal.aborted || !(await isPermitted(checkCredential))) return
    owners = await ownersIn(platform, caller, scope)
    if (owners.length === 0) return
    subscription.setOwners(owners)
    const lost = await store.events.removedUntil(owners)
    if (lost > Math.max(cursor, told)) {
      yield { kind: 'lost', id: cursor, until: lost }
      told = lost
      isCaughtUp = false
    }
    for await (const event of eventsAfter(platform, owners, cursor, signal)) {
      // A slow reader may take long to catch up, and new events keep coming meanwhile.
      if (!(await isPermitted(checkCredential))) return
      cursor = event.id
      if (await canSee(platform, caller, event)) yield { kind: 'event', id: event.id, event }
    }
    for (const progress of subscription.takeProgress()) {
      if (await canSee(platform, caller, progress)) yield { kind: 'progress', progress }
    }
    if (isCaughtUp || signal.aborted) continue
    // Other owners may have kept events from before the gap, so only now the resuming id is beyond it.
    cursor = Math.max(cursor, told)
    isCaughtUp = true
    yield { kind: 'ready', id: cursor }
  }
}

async function* eventsAfter(
  { store }: Pick<Platform, 'store'>,
  owners: readonly OwnerId[],
  after: EventId,
  signal: AbortSignal,
): AsyncGenerator<PlatformEvent> {
  let cursor = after
  while (!signal.aborted) {
    const events = await store.events.listAfter(owners, cursor, batch)
    yield* events
    cursor = events.at(-1)?.id ?? cursor
    if (events.length < batch) return
  }
}

/** Owners in the scope where the caller has a role. */
export async function ownersIn(
  platform: Pick<Platform, 'store'>,
  caller: Caller,
  scope: EventScope,
): Promise<OwnerId[]> {
  if (scope !== 'all') return (await roleAt(platform, caller, scope)) ? [scope] : []
  const places = await platform.store.organisations.listOf(caller.userId)
  return [caller.userId, ...places.map(({ organisation }) => organisation.id)]
}

/** Whether the caller may see an event, by role and by the rights of the program. */
export async function canSee(
  platform: Pick<Platform, 'store'>,
  caller: Caller,
  { visibility, ownerId }: Pick<PlatformEvent, 'visibility' | 'ownerId'>,
): Promise<boolean> {
  if (visibility !== 'account') return hasPermission(platform, caller, visibility, ownerId)
  return ownerId === caller.userId && hasPersonalPermission(caller, 'read')
}

const isPermitted = (check: () => Promise<void>): Promise<boolean> =>
  check().then(
    () => true,
    (error: unknown) => {
      if (error instanceof Refusal) return false
      throw error
    },
  )
