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

/** The authenticated client of a request. */
export interface Caller {
  userId: UserId
  credential: Credential
  /** The access token, the API token's id, the SSH key's fingerprint or the provider's id: never a secret. */
  credentialId: string
  /** Key of the OAuth consumer that acts for the user, if any. */
  consumerKey?: string
  /** Rights of the credential; the user's role limits them further. */
  rights: readonly Right[]
}
