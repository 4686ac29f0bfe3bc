import type { Decide } from './decision.ts'
import { decideConfirmEmail } from './decisions/confirm-email.ts'
import { decidePasswordReset } from './decisions/password-reset.ts'
import { decideSignUp } from './decisions/sign-up.ts'

/** The postings whose mail depends on what is known of the address, and those that bring a key. */
export const decisions: ReadonlyMap<string, Decide> = new Map([
  ['sign-up', decideSignUp],
  ['confirm-email', decideConfirmEmail],
  ['password-reset', decidePasswordReset],
])
