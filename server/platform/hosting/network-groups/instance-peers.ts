import { newId } from '#kit/text/ids.ts'
import { newKeyPair } from '#kit/wireguard-keys.ts'
import type { Platform } from '#platform/hosting/platform.ts'
import type { Application } from '#platform/model/hosting/application.ts'
import type { Instance } from '#platform/model/hosting/instances/instance.ts'
import type { NetworkGroupMember } from '#platform/model/hosting/network-groups/network-group.ts'
import { takeAddress } from './allocate.ts'

type Context = Pick<Platform, 'store' | 'clock'>

/** Gives an instance its address in a group; the peer is removed with the record of the instance. */
export async function addInstancePeer(
  { store, clock }: Context,
  { groupId, id: memberId, label }: NetworkGroupMember,
  instance: Pick<Instance, 'id' | 'number'>,
): Promise<void> {
  await store.networkGroupPeers.add({
    groupId,
    id: newId('peer'),
    memberId,
    label: `${label} ${instance.number}`,
    hostname: instance.id,
    address: await takeAddress(store, groupId),
    createdAt: clock(),
    instanceId: instance.id,
    publicKey: null,
    serverId: null,
  })
}

/** Makes a new instance a peer of all groups of its application; returns whether there are any. */
export async function joinGroups(
  platform: Context,
  { id }: Pick<Application, 'id'>,
  instance: Pick<Instance, 'id' | 'number'>,
): Promise<boolean> {
  const members = await platform.store.networkGroupMembers.listOfApplication(id)
  for (const member of members) await addInstancePeer(platform, member, instance)
  return members.length > 0
}

/** The gateway of a group at a server, with keys of its own, which are made once. */
export const emptyGateway = (groupId: NetworkGroupMember['groupId'], serverId: string) => ({
  groupId,
  serverId,
  ...newKeyPair(),
  host: '',
  port: 0,
})
