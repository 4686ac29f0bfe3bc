/** Where the operator was told the first account's password. */
export interface FirstLogin {
  /** The password of this address was changed: what was written down is worth nothing any more. */
  forgetPassword(email: string): Promise<void>
}
