import type { ApiTokenId, UserId } from '#platform/ids.ts'
/** A user's own credential for scripts, taken by the bridge; its text is known to the user alone. */
export interface ApiToken {
  /** `api_tokens_…` */
  id: ApiTokenId
  /** SHA-256 of the token, by which it is found. */
  digest: string
  userId: UserId
  name: string
  description: string
  createdAt: number
  expiresAt: number
  /** The address that it was made from. */
  from: string
  /** Not to the minute: written now and then only. */
  lastUsedAt: number
}
