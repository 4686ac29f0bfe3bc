import { isPersonalSpace } from '#platform/model/identity/accounts/organisation.ts'
import type { OwnerId } from '#platform/model/ids.ts'
import { Refusal } from '#platform/model/refusal.ts'
import type { Store } from '#platform/model/store.ts'

/**
 * Refuses an owner that was deleted since the permission check, because a thing without an owner could never be
 * deleted. Call it in the transaction that adds the thing.
 */
export async function refuseGoneOwner(store: Store, ownerId: OwnerId): Promise<void> {
  const owner = isPersonalSpace(ownerId)
    ? await store.users.find(ownerId)
    : await store.organisations.find(ownerId)
  if (!owner) throw new Refusal('missing', `There is no organisation ${ownerId}.`)
}
