import type { ProviderOwnerId } from '#platform/ids.ts'
import type { Store } from '#platform/store.ts'
import { isPersonalSpace } from './organisations/organisation.ts'

/** An owner in a sentence to its members. */
export async function ownerName(store: Store, ownerId: ProviderOwnerId): Promise<string> {
  if (ownerId === 'platform') return 'the platform'
  if (isPersonalSpace(ownerId)) return 'your personal space'
  return (await store.organisations.find(ownerId))?.name ?? ownerId
}
