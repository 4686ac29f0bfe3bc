import type { AcmeChallenge } from './deployments/traffic.ts'

/** Challenges that the routers of all servers answer. */
export interface SharedChallenges {
  put(challenge: AcmeChallenge): Promise<void>
  /** Leaves another one of the same host. */
  remove(challenge: AcmeChallenge): Promise<void>
  list(): Promise<AcmeChallenge[]>
}
