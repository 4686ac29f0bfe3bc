import type { UserId } from '#platform/ids.ts'
import type { Right } from './rights.ts'

/** How a caller proved who they are. */
export type Credential =
  | 'access token'
  | 'api token'
  | 'ssh key'
  | 'session'
  | 'password'
  | 'mailed link'
  | 'provider password'

/** Whoever makes this request, once authenticated. */
export interface Caller {
  userId: UserId
  credential: Credential
  /** The access token, the API token's id, the SSH key's fingerprint or the provider's id: never a secret. */
  credentialId: string
  /** The program that acts for the user, when there is one. */
  consumerKey?: string
  /** What the credential may be used for, whatever the user may do. */
  rights: readonly Right[]
}
