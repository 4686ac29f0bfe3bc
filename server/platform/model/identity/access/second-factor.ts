import type { UserId } from '#platform/model/ids.ts'
/** A user's time-based one-time passwords (RFC 6238). */
export interface SecondFactor {
  userId: UserId
  /** The shared secret, in base32. */
  secret: string
  /** `null` until a code has confirmed the enrolment; the second factor is required only from then on. */
  confirmedAt: number | null
}

/**
 * Purpose of a code. Codes are single-use per purpose: the code of a login can also create an API token, but neither
 * can be replayed.
 */
export type CodePurpose = 'login' | 'api token' | 'enrolment'
