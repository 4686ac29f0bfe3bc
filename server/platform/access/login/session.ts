/** A browser in which a user is logged in to our pages. */
export interface Session {
  /** SHA-256 of what the browser holds. */
  digest: string
  userId: string
  createdAt: number
  expiresAt: number
  from: string
}
