import { isPersonalSpace } from '#platform/accounts/organisations/organisation.ts'
import type { OwnerId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'

/** Display name of an owner. */
export async function ownerNameOf(
  { store }: Pick<Platform, 'store'>,
  ownerId: OwnerId,
): Promise<string> {
  if (isPersonalSpace(ownerId)) return 'Personal space'
  return (await store.organisations.find(ownerId))?.name ?? ownerId
}
