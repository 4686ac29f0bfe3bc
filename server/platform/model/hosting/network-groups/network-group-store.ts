import type { ApplicationId, NetworkGroupId, OwnerId } from '#platform/model/ids.ts'
import type {
  NetworkGroup,
  NetworkGroupGateway,
  NetworkGroupMember,
  NetworkGroupPeer,
} from './network-group.ts'

export interface NetworkGroups {
  add(group: NetworkGroup): Promise<void>
  find(id: NetworkGroupId): Promise<NetworkGroup | undefined>
  /** Oldest first. */
  listOf(ownerId: OwnerId): Promise<NetworkGroup[]>
  listAll(): Promise<NetworkGroup[]>
  change(id: NetworkGroupId, change: Pick<NetworkGroup, 'version' | 'lastAddress'>): Promise<void>
  /** Removes the group with its members, peers and gateways. */
  remove(id: NetworkGroupId): Promise<void>
  removeOf(ownerId: OwnerId): Promise<void>
  /** Groups of all owners in a quota account, with their members and their external peers. */
  countOfQuotaAccount(accountId: OwnerId): Promise<NetworkGroupCounts>
}

export interface NetworkGroupCounts {
  groups: number
  members: number
  externalPeers: number
}

/** Removed with their application or add-on. */
export interface NetworkGroupMembers {
  add(member: NetworkGroupMember): Promise<void>
  /** Oldest first. */
  listOf(groupId: NetworkGroupId): Promise<NetworkGroupMember[]>
  listOfApplication(applicationId: ApplicationId): Promise<NetworkGroupMember[]>
  listAll(): Promise<NetworkGroupMember[]>
  /** Removes the member with its peers; returns whether there was one. */
  remove(groupId: NetworkGroupId, id: string): Promise<boolean>
}

/** Removed with their instance. */
export interface NetworkGroupPeers {
  add(peer: NetworkGroupPeer): Promise<void>
  /** Oldest first. */
  listOf(groupId: NetworkGroupId): Promise<NetworkGroupPeer[]>
  listAll(): Promise<NetworkGroupPeer[]>
  remove(groupId: NetworkGroupId, id: string): Promise<void>
}

/** Private keys are encrypted by the store. */
export interface NetworkGroupGateways {
  /** Adds a gateway, unless the server has one already. */
  add(gateway: NetworkGroupGateway): Promise<void>
  listAll(): Promise<NetworkGroupGateway[]>
  listOf(groupId: NetworkGroupId): Promise<NetworkGroupGateway[]>
  /** Stores where a gateway listens. */
  move(gateway: Pick<NetworkGroupGateway, 'groupId' | 'serverId' | 'host' | 'port'>): Promise<void>
}

/** The collections of network groups. */
export interface NetworkGroupNouns {
  readonly networkGroups: NetworkGroups
  readonly networkGroupMembers: NetworkGroupMembers
  readonly networkGroupPeers: NetworkGroupPeers
  readonly networkGroupGateways: NetworkGroupGateways
}
