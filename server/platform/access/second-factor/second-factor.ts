import type { UserId } from '#platform/ids.ts'
/** A user's time-based one-time passwords (RFC 6238). */
export interface SecondFactor {
  userId: UserId
  /** The shared secret, in base32. */
  secret: string
  /** `null` until the user has shown that their device knows the secret: it is asked for only from then on. */
  confirmedAt: number | null
}

/**
 * What a code is given for. A code is spent for one purpose at a time: whoever has just logged in with it may create an API
 * token with the same one, and nobody may repeat either.
 */
export type CodePurpose = 'login' | 'api token' | 'enrolment'
