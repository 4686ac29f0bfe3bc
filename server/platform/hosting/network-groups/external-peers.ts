import { newId } from '#kit/text/ids.ts'
import { isPublicKey } from '#kit/wireguard-keys.ts'
import { quotaAccountOf, requireCount } from '#platform/identity/quotas.ts'
import type {
  ExternalPeer,
  NetworkGroup,
  NetworkGroupPeer,
} from '#platform/model/hosting/network-groups/network-group.ts'
import { validateLine } from '#platform/model/plain-text.ts'
import { Refusal } from '#platform/model/refusal.ts'
import { countChange, takeAddress } from './allocate.ts'
import { noMember } from './members.ts'
import { type NetworkGroupContext, requireGroupNetworks } from './network-groups.ts'

const maxLabel = 100

export interface WantedExternalPeer {
  label: string
  parentMember: string
  publicKey: string
  hostname?: string | undefined
}

/** Admits a machine of a person, by the public half of a key that the platform never sees. It reaches the group through this server. */
export async function addExternalPeer(
  platform: NetworkGroupContext,
  group: NetworkGroup,
  { label, parentMember, publicKey, hostname = '' }: WantedExternalPeer,
): Promise<ExternalPeer> {
  if (!isPublicKey(publicKey)) {
    throw new Refusal(
      'invalid',
      'The public key is not a WireGuard key: use the 44 characters that `wg pubkey` prints.',
    )
  }
  const problem = await requireGroupNetworks(platform).prepareTunnels()
  if (problem) throw new Refusal('conflict', `No machine can join from outside yet. ${problem}`)
  const { store, clock, policies } = platform
  const peer = await store.transaction(async (inside) => {
    const members = await inside.networkGroupMembers.listOf(group.id)
    const parent = members.find(({ id }) => id === parentMember)
    if (!parent) throw noMember(group, parentMember)
    if (parent.kind !== 'EXTERNAL') {
      throw new Refusal('invalid', `${parentMember} is not an external member (external_…).`)
    }
    const peers = await inside.networkGroupPeers.listOf(group.id)
    if (peers.some((other) => other.publicKey === publicKey)) {
      throw new Refusal('conflict', 'Another peer of the group already has this public key.')
    }
    const account = await quotaAccountOf(inside, group.ownerId)
    const { externalPeers } = await inside.networkGroups.countOfQuotaAccount(account)
    const count = { present: externalPeers, adding: 1, noun: 'external peers' }
    requireCount(policies.quotas, 'networkGroupPeers', count)
    const fresh: ExternalPeer = {
      groupId: group.id,
      id: newId('peer'),
      memberId: parentMember,
      label: validateLine(label, 'The label', maxLabel),
      hostname: validateLine(hostname, 'The host name', maxLabel),
      address: await takeAddress(inside, group.id),
      createdAt: clock(),
      instanceId: null,
      publicKey,
      serverId: inside.claims.serverId,
    }
    await inside.networkGroupPeers.add(fresh)
    return fresh
  })
  await platform.networkGroupWorker.refresh()
  return peer
}

/** Removes an external peer; that of an instance goes with its instance. */
export async function removePeer(
  { store, networkGroupWorker }: NetworkGroupContext,
  group: NetworkGroup,
  peer: NetworkGroupPeer,
): Promise<void> {
  if (peer.instanceId !== null) {
    throw new Refusal(
      'conflict',
      `${peer.id} is an instance of ${peer.memberId}: unlink that member.`,
    )
  }
  await store.transaction(async (inside) => {
    await inside.networkGroupPeers.remove(group.id, peer.id)
    await countChange(inside, group.id)
  })
  await networkGroupWorker.refresh()
}

export async function getPeer(
  { store }: Pick<NetworkGroupContext, 'store'>,
  group: NetworkGroup,
  peerId: string,
): Promise<NetworkGroupPeer> {
  const peers = await store.networkGroupPeers.listOf(group.id)
  const peer = peers.find(({ id }) => id === peerId)
  if (peer) return peer
  throw new Refusal('missing', `${group.label} has no peer ${peerId.slice(0, 100)}.`)
}
