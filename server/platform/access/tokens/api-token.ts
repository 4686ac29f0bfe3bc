/** A user's own credential for scripts, taken by the bridge; its text is known to the user alone. */
export interface ApiToken {
  /** `api_tokens_…` */
  id: string
  /** SHA-256 of the token, by which it is found. */
  digest: string
  userId: string
  name: string
  description: string
  createdAt: number
  expiresAt: number
  /** The address that it was made from. */
  from: string
  /** Not to the minute: written now and then only. */
  lastUsedAt: number
}
