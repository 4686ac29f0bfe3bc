import type { SharedChallenges } from '#platform/model/hosting/shared-challenges.ts'
import type { SharedNonces } from '#platform/model/identity/access/nonce-store.ts'
import type { WaitingLogins } from '#platform/model/identity/access/waiting-logins.ts'
import type { AttemptCounts } from '#platform/model/identity/limits/attempt-counts.ts'
import type { PeerServer, Placement } from './placement.ts'
import type { RouteAcks } from './route-acks.ts'

/** Where other servers reach this one. */
export interface OwnServer extends Pick<PeerServer, 'api' | 'bridge' | 'git'> {
  /** The cluster of its applications' instances, if other servers may take them over; empty otherwise. */
  cluster: string
  /** The cluster to whose instances its router leads visitors; empty when they are processes of its machine. */
  routedCluster: string
}

/** A server as others have last seen it. */
export interface SeenServer {
  id: string
  cluster: string
  /** Time of its last heartbeat, by the clock of the store. */
  seenAt: number
}

export interface Membership {
  /** Milliseconds of the clock of the store. */
  time(): Promise<number>
  /** All servers that have ever joined. */
  list(): Promise<SeenServer[]>
  /** Sends heartbeats before the addresses of the server are known, so that one that starts slowly is not taken for lost. */
  heartbeat(): Promise<void>
  /** Publishes the addresses of this server with each heartbeat, until the store is closed. */
  join(server: OwnServer): Promise<void>
}

export interface SharedFiles {
  /** The content of a file that is the same at all servers: that of the first one who asked. */
  agree(name: string, content: string): Promise<string>
}

/** What servers of one store know together, so that a client may talk to any of them. */
export interface SharedMemory {
  readonly nonces: SharedNonces
  readonly attempts: AttemptCounts
  readonly waitingLogins: WaitingLogins
  readonly placement: Placement
  readonly membership: Membership
  readonly routeAcks: RouteAcks
  readonly files: SharedFiles
  readonly challenges: SharedChallenges
}
