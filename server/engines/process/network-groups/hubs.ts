import type { GroupNetworks } from '#platform/model/hosting/network-groups/group-network.ts'
import type { NetworkGroupId } from '#platform/model/ids.ts'

/** The hubs of this server's network groups. They outlive the server, as instances do. */
export interface NetworkGroups extends GroupNetworks {
  /** Ids of the namespaces of all hubs. */
  hubs(): NetworkGroupId[]
  /** Connects an instance whose namespace is new to its groups. */
  join(instanceId: string): Promise<void>
  /** Names of the interfaces of an instance, one for each of its groups. */
  interfacesOf(instanceId: string): string[]
  /** Lines of `/etc/hosts` for an instance. */
  hostsOf(instanceId: string): string
}
