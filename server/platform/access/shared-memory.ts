import type { AttemptCounts } from './limits/attempt-counts.ts'
import type { WaitingLogins } from './login/waiting-logins.ts'
import type { SharedNonces } from './oauth1/nonce-store.ts'

/** What servers of one store remember together for some minutes, so that a client may talk to any of them. */
export interface SharedMemory {
  readonly nonces: SharedNonces
  readonly attempts: AttemptCounts
  readonly waitingLogins: WaitingLogins
}
