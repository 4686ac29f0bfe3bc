import type {
  networkGroup,
  networkGroupMember,
  networkGroupPeer,
  wireguardConfiguration,
} from '#api/answers/hosting/network-groups.ts'
import type { Infer } from '#kit/schema.ts'
import type { ReachedPeer, WholeGroup } from '#platform/hosting/network-groups/read-group.ts'
import type {
  NetworkGroup,
  NetworkGroupMember,
  NetworkGroupPeer,
} from '#platform/model/hosting/network-groups/network-group.ts'

const types = { APPLICATION: 'application', ADDON: 'addon', EXTERNAL: 'external' } as const

export const memberToWire = ({
  id,
  label,
  domainName,
  kind,
}: NetworkGroupMember): Infer<typeof networkGroupMember> => ({
  id,
  label,
  domainName,
  kind,
  type: types[kind],
})

export function peerToWire({ peer, gateway }: ReachedPeer): Infer<typeof networkGroupPeer> {
  const { id, label, hostname, memberId, address, instanceId } = peer
  const isReachable = instanceId !== null && gateway !== undefined && gateway.port > 0
  return {
    id,
    label,
    type: instanceId === null ? 'ExternalPeer' : 'CleverPeer',
    hostname,
    parentMember: memberId,
    publicKey: peer.publicKey ?? gateway?.publicKey ?? '',
    endpoint: isReachable
      ? {
          ngTerm: { host: address, port: gateway.port },
          publicTerm: { host: gateway.host, port: gateway.port },
        }
      : { ngIp: address },
    ...(instanceId !== null && { hv: gateway?.serverId ?? '' }),
  }
}

export const groupToWire = ({ group, members, peers }: WholeGroup): Infer<typeof networkGroup> => ({
  id: group.id,
  ownerId: group.ownerId,
  label: group.label,
  description: group.description,
  tags: group.tags,
  networkIp: group.network,
  lastAllocatedIp: group.lastAddress,
  version: group.version,
  members: members.map(memberToWire),
  peers: peers.map(peerToWire),
})

export function configurationToWire(
  { id, version }: NetworkGroup,
  peer: Pick<NetworkGroupPeer, 'id'>,
  conf: string,
): Infer<typeof wireguardConfiguration> {
  const base64 = Buffer.from(conf).toString('base64')
  return { ngId: id, peerId: peer.id, version, conf, base64, configuration: base64 }
}
