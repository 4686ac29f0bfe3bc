import { confirmEmailPages } from './confirm-email.ts'
import { confirmSignUpPages } from './confirm-sign-up.ts'
import { newPasswordPages } from './new-password.ts'
import { passwordForgottenPages } from './password-forgotten.ts'
import { signUpPages } from './sign-up.ts'

/** Pages for sign-up and account recovery. */
export const accountPages = [
  ...signUpPages,
  ...confirmSignUpPages,
  ...passwordForgottenPages,
  ...newPasswordPages,
  ...confirmEmailPages,
]
