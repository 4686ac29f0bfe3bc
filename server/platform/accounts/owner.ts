import type { OwnerId } from '#platform/ids.ts'
import { Refusal } from '#platform/refusal.ts'
import type { Store } from '#platform/store.ts'
import { isPersonalSpace } from './organisations/organisation.ts'

/**
 * Refuses to give something to an owner who was deleted since the caller was permitted: what has no owner could never
 * be deleted. To be asked inside the transaction that adds it.
 */
export async function refuseGoneOwner(store: Store, ownerId: OwnerId): Promise<void> {
  const owner = isPersonalSpace(ownerId)
    ? await store.users.find(ownerId)
    : await store.organisations.find(ownerId)
  if (!owner) throw new Refusal('missing', `There is no organisation ${ownerId}.`)
}
