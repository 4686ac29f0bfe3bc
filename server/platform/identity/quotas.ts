import { createRateLimit } from '#kit/concurrency/rate-limit.ts'
import { isPersonalSpace } from '#platform/model/identity/accounts/organisation.ts'
import { isUserId, type OrganisationId, type OwnerId } from '#platform/model/ids.ts'
import type { DeploymentRate, DiskUsage, Quotas } from '#platform/model/quotas.ts'
import { Refusal } from '#platform/model/refusal.ts'
import type { Store } from '#platform/model/store.ts'

/** Setting with which the operator raises each limit. */
const settings: Record<keyof Quotas, string> = {
  organisations: 'BERTH_QUOTA_ORGANISATIONS',
  applications: 'BERTH_QUOTA_APPLICATIONS',
  instances: 'BERTH_QUOTA_INSTANCES',
  memory: 'BERTH_QUOTA_MEMORY',
  addons: 'BERTH_QUOTA_ADDONS',
  domains: 'BERTH_QUOTA_DOMAINS',
  tcpRedirections: 'BERTH_QUOTA_TCP_REDIRECTIONS',
  networkGroups: 'BERTH_QUOTA_NETWORK_GROUPS',
  networkGroupMembers: 'BERTH_QUOTA_NETWORK_GROUP_MEMBERS',
  networkGroupPeers: 'BERTH_QUOTA_NETWORK_GROUP_PEERS',
  deploymentsPerHour: 'BERTH_QUOTA_DEPLOYMENTS',
  disk: 'BERTH_QUOTA_DISK',
}

/** Appended to refusals of limits per quota account, because the owner at hand alone may be below the limit. */
export const sharedByAccount =
  "A person's own space and all organisations that they created share this limit."

/** A refusal with the limit, the exceeding amount, what shares the limit, and a remedy. */
export function quotaRefusal(quota: keyof Quotas, sentence: string, remedy: string): Refusal {
  const advice = `${remedy}, or ask the operator to raise ${settings[quota]}.`
  const shared = quota === 'organisations' ? [] : [sharedByAccount]
  return new Refusal('conflict', [sentence, advice, ...shared].join(' '))
}

/** Refuses when a count would exceed the quota. */
export function requireCount(
  quotas: Quotas,
  quota: Exclude<keyof Quotas, 'instances' | 'memory' | 'deploymentsPerHour' | 'disk'>,
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
 * Account that an owner's usage counts against: the user of a personal space, or the user responsible for an
 * organisation. Per-owner limits are summed over all owners of the account, so that organisations do not multiply
 * quotas.
 */
export async function quotaAccountOf(
  { organisations }: Pick<Store, 'organisations'>,
  ownerId: OwnerId,
): Promise<OwnerId> {
  if (isPersonalSpace(ownerId)) return ownerId
  return (await organisations.find(ownerId))?.quotaAccountId ?? ownerId
}

/**
 * Moves an organisation whose quota account has left to the longest-serving administrator. Call it in the transaction
 * that removes the member; running instances continue even beyond the new account's quotas.
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

const megabyte = 1024 * 1024

/** Refuses writes when a quota account has used up its disk quota. */
export async function requireDiskQuota(
  usage: DiskUsage,
  quotas: Pick<Quotas, 'disk'>,
  accountId: OwnerId,
): Promise<void> {
  if (quotas.disk === Number.POSITIVE_INFINITY) return
  const used = await usage.of(accountId)
  if (used < quotas.disk) return
  throw quotaRefusal(
    'disk',
    `${Math.ceil(used / megabyte)} MB of disk are in use, and ${quotas.disk / megabyte} MB are allowed.`,
    'Delete an application, or what instances have written',
  )
}

const hour = 3_600_000

export function createDeploymentRate(
  { deploymentsPerHour }: Pick<Quotas, 'deploymentsPerHour'>,
  clock: () => number,
): DeploymentRate {
  const limitOf = (what: string) => {
    const limit = createRateLimit({ attempts: deploymentsPerHour, window: hour }, clock)
    return (accountId: OwnerId) => {
      if (limit.allow(accountId)) return
      throw new Refusal(
        'limited',
        `There were ${deploymentsPerHour} ${what} within an hour, and no more are allowed. Try again later, or ask the operator to raise BERTH_QUOTA_DEPLOYMENTS. ${sharedByAccount}`,
        { wait: hour / 1000 },
      )
    }
  }
  return {
    count: limitOf('deployments'),
    countAutoscaling: limitOf('steps up of autoscaling'),
  }
}
