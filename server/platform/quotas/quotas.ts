import { isPersonalSpace } from '#platform/accounts/organisations/organisation.ts'
import { isUserId, type OrganisationId, type OwnerId } from '#platform/ids.ts'
import { Refusal } from '#platform/refusal.ts'
import type { Store } from '#platform/store.ts'

/**
 * What one quota account may have at once: a user's own space and the organisations that count for them, together; `Infinity` where
 * the operator sets no limit.
 */
export interface Quotas {
  /** Those that count for a user. */
  organisations: number
  applications: number
  /** Of all applications that run or are being started. */
  instances: number
  /** Of all these instances together, in bytes. */
  memory: number
  addons: number
  domains: number
  deploymentsPerHour: number
  /** Repositories, artifacts, logs and what instances write, in bytes. */
  disk: number
}

/** Which setting an operator changes to allow more. */
const settings: Record<keyof Quotas, string> = {
  organisations: 'BERTH_QUOTA_ORGANISATIONS',
  applications: 'BERTH_QUOTA_APPLICATIONS',
  instances: 'BERTH_QUOTA_INSTANCES',
  memory: 'BERTH_QUOTA_MEMORY',
  addons: 'BERTH_QUOTA_ADDONS',
  domains: 'BERTH_QUOTA_DOMAINS',
  deploymentsPerHour: 'BERTH_QUOTA_DEPLOYMENTS',
  disk: 'BERTH_QUOTA_DISK',
}

/** Told with every limit that is counted over a quota account, because its owner alone may have less. */
export const sharedByAccount =
  "A person's own space and all organisations that they created share this limit."

/** A refusal that names the limit, what would be over it, what shares it, and what can be done. */
export function quotaRefusal(quota: keyof Quotas, sentence: string, remedy: string): Refusal {
  const advice = `${remedy}, or ask the operator to raise ${settings[quota]}.`
  const shared = quota === 'organisations' ? [] : [sharedByAccount]
  return new Refusal('conflict', [sentence, advice, ...shared].join(' '))
}

/** Says no when there would be more of something than the quota allows. */
export function requireCount(
  quotas: Quotas,
  quota: 'organisations' | 'applications' | 'addons' | 'domains',
  { present, adding, noun }: { present: number; adding: number; noun: string },
): void {
  if (present + adding <= quotas[quota]) return
  throw quotaRefusal(
    quota,
    `There are ${present} ${noun} already, and ${quotas[quota]} are allowed.`,
    'Delete one',
  )
}

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
