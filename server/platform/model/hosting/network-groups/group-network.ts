import type { PortRange } from '#kit/net/free-port.ts'
import type { NetworkGroupId, OwnerId } from '#platform/model/ids.ts'
import type { PortAccess } from '#platform/model/marketplace/port-access.ts'

/** What this server has to provide of one network group. */
export interface GroupNetwork {
  id: NetworkGroupId
  /** Quota account, over which network flows are counted. */
  account: OwnerId
  /** Subnet of the group, such as `100.80.4.0/22`. */
  network: string
  /** Address of the hub, through which everybody of the group here reaches the others. */
  hub: string
  /** Instances of this server. */
  instances: readonly { instanceId: string; address: string }[]
  /** Stable addresses of the applications of this server, and of the instances that serve each. */
  services: readonly { address: string; targets: readonly string[] }[]
  /** Stable addresses of the add-ons of this server, and their ports at the engine's `addonsHost`. */
  addons: readonly { address: string; ports: readonly PortAccess[] }[]
  /** What members resolve, the same at all servers. */
  hosts: readonly { address: string; names: readonly string[] }[]
  /** Absent while nobody of the group is elsewhere. */
  tunnel?: Tunnel
}

/** The WireGuard interface of a group at this server. */
export interface Tunnel {
  privateKey: string
  /** UDP port of this machine. */
  port: number
  peers: readonly TunnelPeer[]
}

export interface TunnelPeer {
  publicKey: string
  /** Addresses behind it. */
  addresses: readonly string[]
  /** Where it is reached; absent for a peer that comes to us. */
  endpoint?: { host: string; port: number }
}

/** An engine's part in network groups. */
export interface GroupNetworks {
  /** Makes this server's part of all groups as given, and removes every other; idempotent. */
  apply(groups: readonly GroupNetwork[]): Promise<void>
  /** Makes sure that this machine has WireGuard; resolves to what is wrong, in words for the operator. */
  prepareTunnels(): Promise<string | undefined>
  /** A UDP port of the range that nothing listens on; none of `used`. */
  freePort(range: PortRange, used: readonly number[]): Promise<number | undefined>
}
