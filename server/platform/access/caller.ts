/** How a caller proved who they are. */
export type Credential = 'access token' | 'ssh key' | 'password'

/** Whoever makes this request, once authenticated. */
export interface Caller {
  userId: string
  credential: Credential
  /** The access token's or SSH key's public part, for the audit. */
  credentialId: string
  /** The program that acts for the user, when there is one. */
  consumerKey?: string
}
