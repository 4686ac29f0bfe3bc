/** Rate-limited actions, against guessing, flooding and enumeration. */
export type Attempt =
  | 'login'
  | 'second factor'
  | 'second factor by day'
  | 'token creation'
  | 'sign-up'
  | 'password reset'
  | 'email'
  | 'invitation'
  | 'invited address'
  | 'authorisation'
  | 'verifier'
  | 'provider login'
  | 'provider call'
  | 'new values'
  | 'provider order'

/** Rate limits for attempts. With several servers they are counted in the store, otherwise at once. */
export interface Attempts {
  /** Counts an attempt or refuses it as limited. `account` is the target: an address, a user or an organisation. */
  count(attempt: Attempt, about: About): Promise<void> | undefined
  /** Takes a counted attempt back, for limits that apply to failed attempts only. */
  forgive(attempt: Attempt, about: About): Promise<void> | undefined
  /**
   * Exempts this pair of account and address from the account's limit after a success, so that attackers elsewhere
   * cannot lock the user out.
   */
  recognise(about: About): Promise<void> | undefined
}

export interface About {
  account: string
  from: string
}
