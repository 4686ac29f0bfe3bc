import type { Platform } from '#platform/hosting/platform.ts'
import type {
  NetworkGroup,
  NetworkGroupGateway,
  NetworkGroupMember,
  NetworkGroupPeer,
} from '#platform/model/hosting/network-groups/network-group.ts'
import type { OwnerId } from '#platform/model/ids.ts'

/** A peer with the end of the tunnels through which others reach it; absent before its server has one. */
export interface ReachedPeer {
  peer: NetworkGroupPeer
  gateway: NetworkGroupGateway | undefined
}

export interface WholeGroup {
  group: NetworkGroup
  members: readonly NetworkGroupMember[]
  peers: readonly ReachedPeer[]
}

type Context = Pick<Platform, 'store' | 'placement'>

/** A group with its members and peers. */
export async function readGroup(
  { store, placement }: Context,
  group: NetworkGroup,
): Promise<WholeGroup> {
  const [members, peers, gateways, all] = await Promise.all([
    store.networkGroupMembers.listOf(group.id),
    store.networkGroupPeers.listOf(group.id),
    store.networkGroupGateways.listOf(group.id),
    placement.assignments(),
  ])
  const applications = new Map(members.map(({ id, applicationId }) => [id, applicationId]))
  const serverOf = ({ serverId, memberId }: NetworkGroupPeer) =>
    serverId ?? all.get(applications.get(memberId) ?? '') ?? store.claims.serverId
  return {
    group,
    members,
    peers: peers.map((peer) => {
      const server = serverOf(peer)
      return { peer, gateway: gateways.find(({ serverId }) => serverId === server) }
    }),
  }
}

/** All groups of an owner, oldest first. */
export async function readGroups(platform: Context, ownerId: OwnerId): Promise<WholeGroup[]> {
  const groups = await platform.store.networkGroups.listOf(ownerId)
  return Promise.all(groups.map((group) => readGroup(platform, group)))
}
