import type { InstanceState } from '#platform/model/hosting/instances/instance.ts'
import type {
  GroupNetwork,
  TunnelPeer,
} from '#platform/model/hosting/network-groups/group-network.ts'
import type {
  NetworkGroup,
  NetworkGroupGateway,
  NetworkGroupMember,
  NetworkGroupPeer,
} from '#platform/model/hosting/network-groups/network-group.ts'
import type { AddonId, InstanceId, OwnerId } from '#platform/model/ids.ts'
import type { PortAccess } from '#platform/model/marketplace/port-access.ts'
import { hubOf } from './addresses.ts'
import { namesOf } from './member-names.ts'

/** What is stored of one group, and what else its networks depend on. */
export interface GroupRecords {
  group: NetworkGroup
  account: OwnerId
  members: readonly NetworkGroupMember[]
  peers: readonly NetworkGroupPeer[]
  gateways: readonly NetworkGroupGateway[]
  states: ReadonlyMap<InstanceId, InstanceState>
  /** Server of an application, or of the built-in add-ons. */
  serverOf: (member: NetworkGroupMember) => string
  ports: ReadonlyMap<AddonId, readonly PortAccess[]>
}

interface Located {
  address: string
  serverId: string
}

/** Servers that have somebody of the group. */
export const serversOf = (records: GroupRecords): Set<string> =>
  new Set(locate(records).map(({ serverId }) => serverId))

/** Whether the part of the group at this server needs a tunnel: somebody comes from outside, or is at another server. */
export function needsTunnel(records: GroupRecords, here: string): boolean {
  const servers = serversOf(records)
  return (
    servers.has(here) && (servers.size > 1 || records.peers.some((peer) => peer.serverId === here))
  )
}

/** This server's part of a group; `undefined` when nobody of it is here. */
export function planNetwork(
  records: GroupRecords,
  { here, domain, hasTunnels }: { here: string; domain: string; hasTunnels: boolean },
): GroupNetwork | undefined {
  const { group, account, members, peers, gateways, states, serverOf, ports } = records
  if (!serversOf(records).has(here)) return undefined
  const local = members.filter((member) => member.address !== null && serverOf(member) === here)
  const instancesOf = (memberId: string) => peers.filter((peer) => peer.memberId === memberId)
  const own = gateways.find(({ serverId, port }) => serverId === here && port > 0)
  const isTunnelled = hasTunnels && own && needsTunnel(records, here)
  return {
    id: group.id,
    account,
    network: group.network,
    hub: hubOf(group.network),
    instances: local.flatMap(({ id }) =>
      instancesOf(id).flatMap(({ instanceId, address }) =>
        instanceId ? [{ instanceId, address }] : [],
      ),
    ),
    services: local.flatMap(({ id, kind, address }) => {
      if (kind !== 'APPLICATION' || !address) return []
      const up = instancesOf(id).filter(
        ({ instanceId }) => instanceId && states.get(instanceId) === 'up',
      )
      return [{ address, targets: up.map((peer) => peer.address) }]
    }),
    addons: local.flatMap(({ addonId, address }) =>
      addonId && address ? [{ address, ports: ports.get(addonId) ?? [] }] : [],
    ),
    hosts: members.flatMap((member) => {
      const address = member.address ?? instancesOf(member.id)[0]?.address
      return address ? [{ address, names: namesOf(member, domain) }] : []
    }),
    ...(isTunnelled && {
      tunnel: {
        privateKey: own.privateKey,
        port: own.port,
        peers: [...peopleAt(records, here), ...serversBeside(records, here)],
      },
    }),
  }
}

/** Addresses of a group, and the server at which each is. */
function locate({ members, peers, serverOf }: GroupRecords): Located[] {
  const servers = new Map(
    members.map((member) => [member.id, member.address ? serverOf(member) : '']),
  )
  return [
    ...members.flatMap(({ id, address }) =>
      address ? [{ address, serverId: servers.get(id) ?? '' }] : [],
    ),
    ...peers.map(({ memberId, address, serverId }) => ({
      address,
      serverId: serverId ?? servers.get(memberId) ?? '',
    })),
  ]
}

const peopleAt = ({ peers }: GroupRecords, here: string): TunnelPeer[] =>
  peers.flatMap(({ publicKey, serverId, address }) =>
    publicKey && serverId === here ? [{ publicKey, addresses: [address] }] : [],
  )

function serversBeside(records: GroupRecords, here: string): TunnelPeer[] {
  const located = locate(records)
  return records.gateways.flatMap(({ serverId, publicKey, host, port }) => {
    const addresses = located
      .filter((each) => each.serverId === serverId)
      .map(({ address }) => address)
    if (serverId === here || port === 0 || addresses.length === 0) return []
    return [{ publicKey, addresses, endpoint: { host, port } }]
  })
}
