import type { Decide } from '#platform/mail/decision.ts'
import { decideConfirmEmail } from './confirm-email.ts'
import { decidePasswordReset } from './password-reset.ts'
import { decideSignUp } from './sign-up.ts'

/** Kinds of e-mail whose content depends on whether the address is known, or that contain a key. */
export const mailDecisions: ReadonlyMap<string, Decide> = new Map([
  ['sign-up', decideSignUp],
  ['confirm-email', decideConfirmEmail],
  ['password-reset', decidePasswordReset],
])
