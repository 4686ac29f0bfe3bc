import type { Platform } from '#platform/hosting/platform.ts'
import { quotaAccountOf, requireCount } from '#platform/identity/quotas.ts'
import { findAddon } from '#platform/marketplace/addons/find-addon.ts'
import { accessTo } from '#platform/marketplace/addons/links/network-access.ts'
import type {
  MemberResource,
  NetworkGroup,
  NetworkGroupMember,
} from '#platform/model/hosting/network-groups/network-group.ts'
import { isApplicationId } from '#platform/model/ids.ts'
import { validateLine } from '#platform/model/plain-text.ts'
import { Refusal } from '#platform/model/refusal.ts'
import { countChange, takeAddress } from './allocate.ts'
import { addInstancePeer } from './instance-peers.ts'
import { validateDomainName } from './member-names.ts'

type Context = Pick<Platform, 'store' | 'clock' | 'placement' | 'policies' | 'portVariables'>

const maxLabel = 200
const externalId = /^external_[A-Za-z0-9-]{1,50}$/
/** An id that is a label of a domain name. */
const nameable = /^[a-z0-9_-]{1,63}$/

export interface WantedMember {
  id: string
  label?: string | undefined
  domainName?: string | undefined
  kind?: MemberResource['kind'] | undefined
}

type FoundResource = { kind: MemberResource['kind']; label: string } & Pick<
  MemberResource,
  'applicationId' | 'addonId'
>

/** Adds a member, and the running instances of an application as peers. Call it in a transaction. */
export async function addMember(
  platform: Context,
  group: NetworkGroup,
  wanted: WantedMember,
): Promise<NetworkGroupMember> {
  const { store, clock, policies } = platform
  const found = await findResource(platform, group, wanted.id)
  if (wanted.kind !== undefined && wanted.kind !== found.kind) {
    throw new Refusal('invalid', `${found.label} is of the kind ${found.kind}, not ${wanted.kind}.`)
  }
  const others = await store.networkGroupMembers.listOf(group.id)
  const isThere = others.some(
    ({ id, addonId }) => id === wanted.id || (addonId !== null && addonId === found.addonId),
  )
  if (isThere) {
    throw new Refusal('conflict', `${found.label} is already a member of ${group.label}.`)
  }
  const account = await quotaAccountOf(store, group.ownerId)
  const { members } = await store.networkGroups.countOfQuotaAccount(account)
  const count = { present: members, adding: 1, noun: 'members of network groups' }
  requireCount(policies.quotas, 'networkGroupMembers', count)
  const identity = { id: wanted.id, groupId: group.id }
  const facts = {
    ...identity,
    label: validateLine(wanted.label ?? found.label, 'The label', maxLabel),
    domainName: validateDomainName(wanted.domainName, identity, policies.networkGroupDomain),
    createdAt: clock(),
  }
  const { kind, applicationId, addonId } = found
  const address = kind === 'EXTERNAL' ? null : await takeAddress(store, group.id)
  const member = { ...facts, kind, applicationId, addonId, address } as NetworkGroupMember
  await store.networkGroupMembers.add(member)
  await countChange(store, group.id)
  if (applicationId === null) return member
  for (const instance of await store.instances.listOf(applicationId)) {
    await addInstancePeer(platform, member, instance)
  }
  return member
}

/** What an id of a client names, of the owner of the group alone. */
async function findResource(
  { store, portVariables }: Context,
  { ownerId }: NetworkGroup,
  id: string,
): Promise<FoundResource> {
  if (externalId.test(id)) {
    return { kind: 'EXTERNAL', applicationId: null, addonId: null, label: id }
  }
  if (isApplicationId(id)) {
    const application = await store.applications.find(id)
    if (application?.ownerId !== ownerId) throw missing(id)
    return { kind: 'APPLICATION', applicationId: id, addonId: null, label: application.name }
  }
  const addon = await findAddon({ store }, { addonId: id, ownerId })
  if (!addon || !nameable.test(id)) throw missing(id)
  if ((await accessTo({ store, portVariables }, [addon])).length > 0) {
    return { kind: 'ADDON', applicationId: null, addonId: addon.id, label: addon.name }
  }
  throw new Refusal(
    'conflict',
    `The add-on ${addon.name} cannot be a member of a network group: it is not ready, or it has no port on the machines of this platform.`,
  )
}

const missing = (id: string) =>
  new Refusal('missing', `There is no application or add-on ${id.slice(0, 100)}.`, {
    hint: 'Give the id of an application (app_…) or of an add-on of the same owner, or external_… for your own machine.',
  })

/** Links a member to a group. */
export async function linkMember(
  platform: Context & Pick<Platform, 'networkGroupWorker'>,
  group: NetworkGroup,
  wanted: WantedMember,
): Promise<NetworkGroupMember> {
  const member = await platform.store.transaction((inside) =>
    addMember({ ...platform, store: inside }, group, wanted),
  )
  await platform.networkGroupWorker.refresh()
  return member
}

/** Removes a member with its peers. */
export async function unlinkMember(
  { store, networkGroupWorker }: Pick<Platform, 'store' | 'networkGroupWorker'>,
  group: NetworkGroup,
  memberId: string,
): Promise<void> {
  await store.transaction(async (inside) => {
    const isRemoved = await inside.networkGroupMembers.remove(group.id, memberId)
    if (!isRemoved) throw noMember(group, memberId)
    await countChange(inside, group.id)
  })
  await networkGroupWorker.refresh()
}

export const noMember = ({ label }: NetworkGroup, memberId: string) =>
  new Refusal('missing', `${label} has no member ${memberId.slice(0, 100)}.`)
