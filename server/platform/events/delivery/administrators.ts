import { isPersonalSpace } from '#platform/model/identity/accounts/organisation.ts'
import type { OwnerId } from '#platform/model/ids.ts'
import type { Store } from '#platform/model/store.ts'

/** Addresses of an owner's administrators: of a personal space its user's. */
export async function administratorsOf(store: Store, ownerId: OwnerId): Promise<string[]> {
  if (isPersonalSpace(ownerId)) {
    const user = await store.users.find(ownerId)
    return user ? [user.email] : []
  }
  const members = await store.members.listOf(ownerId)
  return members.filter(({ member }) => member.role === 'ADMIN').map(({ user }) => user.email)
}
