import type { ApiTokenId, UserId } from '#platform/model/ids.ts'
/** A user's credential for scripts, accepted by the bridge; only the user has its plaintext. */
export interface ApiToken {
  /** `api_tokens_…` */
  id: ApiTokenId
  /** SHA-256 of the token, its lookup key. */
  digest: string
  userId: UserId
  name: string
  description: string
  createdAt: number
  expiresAt: number
  /** Client address that created the token. */
  from: string
  /** Accurate to ten minutes: written at most that often. */
  lastUsedAt: number
}
