import type { Worker } from '#kit/concurrency/worker.ts'
import type {
  AddonId,
  ApplicationId,
  InstanceId,
  NetworkGroupId,
  OwnerId,
} from '#platform/model/ids.ts'

/** A private network of applications, add-ons and machines of people. */
export interface NetworkGroup {
  id: NetworkGroupId
  ownerId: OwnerId
  label: string
  description: string
  tags: readonly string[]
  /** Its subnet, which no other group has. */
  network: string
  /** The newest address that was given out in it. */
  lastAddress: string
  /** Counts its changes. */
  version: number
  createdAt: number
}

/** What a member is. The address of an application or add-on stays the same whatever runs behind it. */
export type MemberResource =
  | { kind: 'APPLICATION'; applicationId: ApplicationId; addonId: null; address: string }
  | { kind: 'ADDON'; applicationId: null; addonId: AddonId; address: string }
  | { kind: 'EXTERNAL'; applicationId: null; addonId: null; address: null }

export interface MemberFacts {
  groupId: NetworkGroupId
  /** How clients name it: the id of an application, either id of an add-on, or one that begins with `external_`. */
  id: string
  label: string
  /** The name that whoever linked it asked for. */
  domainName: string
  createdAt: number
}

export type NetworkGroupMember = MemberFacts & MemberResource

/** Who has an address: an instance of an application, or a machine of a person, which reaches the group through a server. */
export type PeerMachine =
  | { instanceId: InstanceId; publicKey: null; serverId: null }
  | { instanceId: null; publicKey: string; serverId: string }

export interface PeerFacts {
  groupId: NetworkGroupId
  id: string
  memberId: string
  label: string
  hostname: string
  address: string
  createdAt: number
}

export type NetworkGroupPeer = PeerFacts & PeerMachine
export type ExternalPeer = PeerFacts & Extract<PeerMachine, { instanceId: null }>

/** The end of a group's tunnels at one server. Where it listens is empty until that server needs it. */
export interface NetworkGroupGateway {
  groupId: NetworkGroupId
  serverId: string
  publicKey: string
  privateKey: string
  host: string
  /** UDP port; 0 while there is none. */
  port: number
}

/** Keeps the engine's networks as the store has the groups. */
export interface NetworkGroupWorker extends Worker {
  /** Applies what is stored now; resolves when that is done, also when it failed and is tried again later. */
  refresh(): Promise<void>
}
