import { isPersonalSpace } from '#platform/accounts/organisations/organisation.ts'
import { isUserId, type OrganisationId, type OwnerId } from '#platform/ids.ts'
import type { Store } from '#platform/store.ts'

type AccountStore = Pick<Store, 'organisations' | 'members'>

/**
 * The account whose quotas count what an owner has: the user of a personal space, or the user whom an organisation counts for.
 * Everything that is limited per owner is counted over all owners of this account, so that organisations do not multiply quotas.
 */
export async function quotaAccountOf(
  { organisations }: Pick<Store, 'organisations'>,
  ownerId: OwnerId,
): Promise<OwnerId> {
  if (isPersonalSpace(ownerId)) return ownerId
  return (await organisations.find(ownerId))?.quotaAccountId ?? ownerId
}

/**
 * Gives an organisation whose quota account has left it to the administrator who has been a member longest. To be called in the
 * transaction that removes a member; what runs goes on even if it is more than the new account may have.
 */
export async function passOnQuotaAccount(
  { organisations, members }: AccountStore,
  organisationId: OrganisationId,
): Promise<void> {
  const organisation = await organisations.find(organisationId)
  if (!organisation || (await isMember(members, organisationId, organisation.quotaAccountId)))
    return
  const heir = await members.findOldestAdministrator(organisationId)
  await organisations.change(organisationId, { quotaAccountId: heir?.userId ?? organisationId })
}

const isMember = async (members: Store['members'], organisationId: OrganisationId, id: OwnerId) =>
  isUserId(id) && (await members.find(organisationId, id)) !== undefined
