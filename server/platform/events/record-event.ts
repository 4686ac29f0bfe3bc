import type { ChangedSubject, DoneAction } from '#platform/model/events/action-events.ts'
import { eventNameOf, visibilityOf } from '#platform/model/events/actions.ts'
import type { NewEvent } from '#platform/model/events/event.ts'
import { isPersonalSpace } from '#platform/model/identity/accounts/organisation.ts'
import { type AuthorId, isAddonId, isApplicationId, type OwnerId } from '#platform/model/ids.ts'
import type { Store } from '#platform/model/store.ts'
import type { EventName } from '#protocol/events.ts'

/** Events kept per owner. */
const maxEvents = 10_000
/** Every so many events, those of the owner at hand are trimmed: counting them at each would cost more than adding. */
const trimEvery = 100

/**
 * Stores an event. Call it inside the transaction of the change, so that both are kept or neither; followers and hooks
 * are woken by the store.
 */
export async function recordEvent(
  store: Pick<Store, 'events'>,
  event: Omit<NewEvent, 'visibility'> & { name: EventName },
): Promise<void> {
  const visibility = visibilityOf(event.name, event.ownerId)
  const { id } = await store.events.add({ ...event, visibility })
  if (id % trimEvery === 0) await store.events.removeBeyond(event.ownerId, maxEvents)
}

/** Removes what owners have beyond the limit whose events were never the ones that trim. */
export async function trimEvents({ events }: Pick<Store, 'events'>): Promise<void> {
  for (const ownerId of await events.listOwnersBeyond(maxEvents)) {
    await events.removeBeyond(ownerId, maxEvents)
  }
}

/** Stores the event of an audited action that was done; what only reads is none. */
export async function recordActionEvent(
  store: Store,
  { ownerId, userId, action, target, date }: DoneAction,
  known?: ChangedSubject,
): Promise<void> {
  const name = eventNameOf(action)
  if (ownerId === 'platform' || name === null) return
  const subject = known ?? (await subjectIn(store, target))
  const about = subject ? { id: subject.id, name: subject.name } : { id: ownerId }
  await recordEvent(store, {
    ownerId,
    date,
    name,
    subjectId: subject?.id ?? '',
    data: {
      ...about,
      ...(subject && isApplicationId(subject.id) && { appId: subject.id }),
      ownerId,
      action,
      target,
      author: await authorOf(store, ownerId, userId),
    },
  })
}

/** The first application or add-on among the ids of a target. */
async function subjectIn(store: Store, target: string): Promise<ChangedSubject | undefined> {
  for (const id of target.split(' ')) {
    const isKnown = isApplicationId(id) || isAddonId(id)
    if (!isKnown) continue
    const found = isApplicationId(id)
      ? await store.applications.find(id)
      : await store.addons.find(id)
    return { id, name: found?.name ?? '' }
  }
  return undefined
}

/** Who did it, if they belong to the owner: an operator acts without a name. */
export async function authorOf(store: Store, ownerId: OwnerId, userId: AuthorId) {
  if (userId === '') return null
  const isMember = userId === ownerId || (await isMemberOf(store, ownerId, userId))
  const user = isMember ? await store.users.find(userId) : undefined
  return user ? { id: user.id, name: user.name } : null
}

const isMemberOf = async (store: Store, ownerId: OwnerId, userId: Exclude<AuthorId, ''>) =>
  !isPersonalSpace(ownerId) && (await store.members.find(ownerId, userId)) !== undefined
