import type { SharedChallenges } from '#platform/model/hosting/shared-challenges.ts'
import type { SharedNonces } from '#platform/model/identity/access/nonce-store.ts'
import type { WaitingLogins } from '#platform/model/identity/access/waiting-logins.ts'
import type { AttemptCounts } from '#platform/model/identity/limits/attempt-counts.ts'
import type { Homes, OtherServer } from './placement.ts'
import type { RouterNotes } from './route-acks.ts'

/** Where other servers reach this one. */
export interface OwnServer extends Pick<OtherServer, 'api' | 'bridge' | 'git'> {
  /** The cluster of its applications' instances, if other servers may take them over; empty otherwise. */
  cluster: string
  /** The cluster to whose instances its router leads visitors; empty when they are processes of its machine. */
  routedCluster: string
}

/** A server as others have last seen it. */
export interface SeenServer {
  id: string
  cluster: string
  /** Time of its last sign of life, by the clock of the store. */
  seenAt: number
}

export interface Presence {
  /** Milliseconds of the clock of the store. */
  time(): Promise<number>
  /** All servers that have ever appeared. */
  list(): Promise<SeenServer[]>
  /** Gives signs of life before it is known where the server is, so that one that starts slowly is not taken for lost. */
  stir(): Promise<void>
  /** Tells the other servers where this one is, from now on until the store is closed. */
  appear(server: OwnServer): Promise<void>
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
  readonly homes: Homes
  readonly presence: Presence
  readonly routers: RouterNotes
  readonly files: SharedFiles
  readonly challenges: SharedChallenges
}
