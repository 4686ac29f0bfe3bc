/** A person with credentials. */
export interface User {
  id: string
  email: string
  name: string
  /** argon2id, in the usual `$argon2id$…` form. */
  passwordHash: string
  createdAt: number
}
