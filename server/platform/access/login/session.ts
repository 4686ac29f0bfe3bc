import type { UserId } from '#platform/ids.ts'
/** A browser in which a user is logged in to our pages. */
export interface Session {
  /** SHA-256 of what the browser holds. */
  digest: string
  userId: UserId
  createdAt: number
  expiresAt: number
  from: string
}
