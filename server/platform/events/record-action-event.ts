import { isPersonalSpace } from '#platform/accounts/organisations/organisation.ts'
import type { AuditEntry } from '#platform/audit/entry.ts'
import { type AuthorId, isAddonId, isApplicationId, type OwnerId } from '#platform/ids.ts'
import type { Store } from '#platform/store.ts'
import { eventNameOf, isReading, visibilityOf } from './event-names.ts'
import { recordEvent } from './record-event.ts'

/** Application or add-on that a change is about. */
export interface ChangedSubject {
  id: string
  name: string
}

type DoneAction = Pick<AuditEntry, 'ownerId' | 'userId' | 'action' | 'target' | 'date'>

/** Stores the event of an audited action that was done; what only reads is none. */
export async function recordActionEvent(
  store: Store,
  { ownerId, userId, action, target, date }: DoneAction,
  known?: ChangedSubject,
): Promise<void> {
  if (ownerId === 'platform' || isReading(action)) return
  const subject = known ?? (await subjectIn(store, target))
  const about = subject ? { id: subject.id, name: subject.name } : { id: ownerId }
  await recordEvent(store, {
    ownerId,
    date,
    name: eventNameOf(action),
    subjectId: subject?.id ?? '',
    visibility: visibilityOf(action, ownerId),
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
