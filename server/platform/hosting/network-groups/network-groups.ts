import { randomInt } from 'node:crypto'
import { isId, newId } from '#kit/text/ids.ts'
import type { Platform } from '#platform/hosting/platform.ts'
import { quotaAccountOf, requireCount } from '#platform/identity/quotas.ts'
import type { GroupNetworks } from '#platform/model/hosting/network-groups/group-network.ts'
import type { NetworkGroup } from '#platform/model/hosting/network-groups/network-group.ts'
import type { NetworkGroupId, OwnerId } from '#platform/model/ids.ts'
import { validateLine, validateLines } from '#platform/model/plain-text.ts'
import { Refusal } from '#platform/model/refusal.ts'
import type { Store } from '#platform/model/store.ts'
import { validateTags } from '#platform/model/tags.ts'
import { chooseNetwork, hubOf } from './addresses.ts'
import { addMember, type WantedMember } from './members.ts'

export type NetworkGroupContext = Pick<
  Platform,
  'store' | 'clock' | 'engine' | 'placement' | 'policies' | 'portVariables' | 'networkGroupWorker'
>

const maxLabel = 100
const maxDescription = 1000

export interface WantedNetworkGroup {
  /** A client may choose the id, to find the group again when the answer is lost. */
  id?: string | undefined
  label: string
  description?: string | undefined
  tags?: readonly string[] | undefined
  members?: readonly WantedMember[] | undefined
}

/** The engine's part in network groups, or a refusal where it has none. */
export function requireGroupNetworks({ engine }: Pick<Platform, 'engine'>): GroupNetworks {
  if (engine.networkGroups) return engine.networkGroups
  throw new Refusal(
    'conflict',
    'This platform has no network groups: they need a network and a sandbox for each application (BERTH_ENGINE=process, as root).',
  )
}

export async function createNetworkGroup(
  platform: NetworkGroupContext,
  ownerId: OwnerId,
  wanted: WantedNetworkGroup,
): Promise<NetworkGroup> {
  requireGroupNetworks(platform)
  const { store, clock, policies } = platform
  const id = groupIdOf(wanted.id)
  const facts = {
    label: requireLabel(wanted.label),
    description: validateLines(wanted.description ?? '', 'The description', maxDescription),
    tags: validateTags(wanted.tags ?? []),
  }
  const group = await store.transaction(async (inside) => {
    const account = await quotaAccountOf(inside, ownerId)
    const { groups } = await inside.networkGroups.countOfQuotaAccount(account)
    const count = { present: groups, adding: 1, noun: 'network groups' }
    requireCount(policies.quotas, 'networkGroups', count)
    const all = await inside.networkGroups.listAll()
    if (all.some((each) => each.id === id)) {
      throw new Refusal('conflict', `There is a network group ${id} already.`)
    }
    const used = all.map(({ network }) => network)
    const network = chooseNetwork(policies.networkGroupRange, used, randomInt)
    if (!network) {
      throw new Refusal(
        'conflict',
        'Every subnet for network groups is in use. Ask the operator for a larger BERTH_NETWORK_GROUP_RANGE.',
      )
    }
    const lastAddress = hubOf(network)
    const fresh = { id, ownerId, ...facts, network, lastAddress, version: 1, createdAt: clock() }
    await inside.networkGroups.add(fresh)
    for (const member of wanted.members ?? []) {
      await addMember({ ...platform, store: inside }, await getGroup(inside, ownerId, id), member)
    }
    return getGroup(inside, ownerId, id)
  })
  await platform.networkGroupWorker.refresh()
  return group
}

export async function deleteNetworkGroup(
  { store, networkGroupWorker }: NetworkGroupContext,
  { id }: NetworkGroup,
): Promise<void> {
  await store.networkGroups.remove(id)
  await networkGroupWorker.refresh()
}

/** A group of this owner; that of another one does not exist. */
export async function getGroup(
  store: Pick<Store, 'networkGroups'>,
  ownerId: OwnerId,
  id: NetworkGroupId,
): Promise<NetworkGroup> {
  const group = await store.networkGroups.find(id)
  if (group?.ownerId === ownerId) return group
  throw new Refusal('missing', `There is no network group ${id}.`)
}

function groupIdOf(wanted: string | undefined): NetworkGroupId {
  if (wanted === undefined) return newId('ng')
  if (isId('ng', wanted)) return wanted
  throw new Refusal('invalid', 'The id of a network group has to be ng_ and a UUID.')
}

function requireLabel(text: string): string {
  const label = validateLine(text, 'The label', maxLabel)
  if (label === '') throw new Refusal('invalid', 'The label of the network group is empty.')
  return label
}
