/** The first account's initial password as handed to the operator. */
export interface FirstLogin {
  /** Removes the initial password once the password of this address was changed. */
  forgetPassword(email: string): Promise<void>
}
