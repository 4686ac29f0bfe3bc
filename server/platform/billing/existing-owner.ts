import { isPersonalSpace } from '#platform/model/identity/accounts/organisation.ts'
import { type OwnerId, parseOwnerId } from '#platform/model/ids.ts'
import { Refusal } from '#platform/model/refusal.ts'
import type { Platform } from './platform.ts'

/** The owner with this id, for operators, who see all. */
export async function existingOwner(
  { store }: Pick<Platform, 'store'>,
  text: string,
): Promise<OwnerId> {
  const ownerId = parseOwnerId(text)
  const owner = isPersonalSpace(ownerId)
    ? await store.users.find(ownerId)
    : await store.organisations.find(ownerId)
  // A deleted owner may still have invoices and credit.
  if (owner ?? (await store.billingAccounts.find(ownerId))) return ownerId
  throw new Refusal('missing', `There is no organisation ${ownerId}.`)
}
