import type { UserId } from '#platform/ids.ts'
/** A browser login on our pages. */
export interface Session {
  /** SHA-256 of the cookie's secret. */
  digest: string
  userId: UserId
  createdAt: number
  expiresAt: number
  from: string
}
