import { createHash } from 'node:crypto'
import type { GroupNetwork } from '#platform/model/hosting/network-groups/group-network.ts'

/** Bytes that WireGuard adds to a packet, over IPv6 at most. */
const tunnelOverhead = 80

const digest = (text: string, length: number) =>
  createHash('sha256').update(text).digest('hex').slice(0, length)

/** The hub's end of the veth to an instance; interface names have at most 15 characters. */
export const hubVeth = (instanceId: string) => `v${digest(instanceId, 12)}`

/** The instance's end, one for each of its groups. */
export const memberVeth = (groupId: string) => `ng${digest(groupId, 10)}`

/** The WireGuard interface of a group; it is created in the namespace of the machine, where names of all platforms meet. */
export const tunnelName = (mark: string, groupId: string) =>
  `w${mark.slice(0, 6)}${digest(groupId, 8)}`

/** For `ip -batch` in the namespace of the hub: what has no route of its own is refused at once. */
export const hubBatch = ({ network }: Pick<GroupNetwork, 'network'>) =>
  `route replace unreachable ${network}\n`

/** For `ip -batch` in the namespace of the hub: a veth pair to an instance, whose only address behind it is its own. */
export const plugBatch = (
  { id, hub }: Pick<GroupNetwork, 'id' | 'hub'>,
  { instanceId, address }: GroupNetwork['instances'][number],
  netns: string,
) => {
  const veth = hubVeth(instanceId)
  return `link add ${veth} type veth peer name ${memberVeth(id)} netns ${netns}
link set ${veth} addrgenmode none
addr add ${hub}/32 dev ${veth}
link set ${veth} up
route replace ${address}/32 dev ${veth}
`
}

/** For `ip -batch` in the namespace of an instance: the group is behind the hub, at a size that a tunnel can carry. */
export const memberBatch = (
  { id, hub, network }: Pick<GroupNetwork, 'id' | 'hub' | 'network'>,
  address: string,
  maxPacket: number,
) => {
  const veth = memberVeth(id)
  return `link set ${veth} addrgenmode none
addr add ${address}/32 dev ${veth}
link set ${veth} up
route replace ${hub}/32 dev ${veth} src ${address}
route replace ${network} via ${hub} dev ${veth} src ${address} mtu ${tunnelMtu(maxPacket)}
`
}

export const tunnelMtu = (maxPacket: number) => maxPacket - tunnelOverhead
