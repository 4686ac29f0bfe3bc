/** A user's time-based one-time passwords (RFC 6238). */
export interface SecondFactor {
  userId: string
  /** The shared secret, in base32. */
  secret: string
  /** `null` until the user has shown that their device knows the secret: it is asked for only from then on. */
  confirmedAt: number | null
  /** The newest time step that a code was accepted for; codes of it and of earlier ones are spent. */
  lastStep: number
}
