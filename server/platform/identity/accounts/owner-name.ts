import { isPersonalSpace } from '#platform/model/identity/accounts/organisation.ts'
import type { ProviderOwnerId } from '#platform/model/ids.ts'
import type { Store } from '#platform/model/store.ts'

/** An owner in a sentence to its members. */
export async function ownerName(store: Store, ownerId: ProviderOwnerId): Promise<string> {
  if (ownerId === 'platform') return 'the platform'
  if (isPersonalSpace(ownerId)) return 'your personal space'
  return (await store.organisations.find(ownerId))?.name ?? ownerId
}
