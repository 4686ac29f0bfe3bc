import type { UserId } from '#platform/model/ids.ts'
import type { Right } from './rights.ts'

/** How a caller proved who they are. */
export const credentials = [
  'access token',
  'api token',
  'ssh key',
  'session',
  'password',
  'mailed link',
  'provider password',
  // Nobody has called: the platform acts for who has connected it.
  'connected repository',
] as const
export type Credential = (typeof credentials)[number]

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
