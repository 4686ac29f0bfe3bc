import { accountDeleted } from './letters/account-deleted.ts'
import { alreadyRegistered } from './letters/already-registered.ts'
import { confirmEmail } from './letters/confirm-email.ts'
import { emailAlreadyUsed } from './letters/email-already-used.ts'
import { emailsChanged } from './letters/emails-changed.ts'
import { invitation } from './letters/invitation.ts'
import { orderFailed } from './letters/order-failed.ts'
import { passwordChanged } from './letters/password-changed.ts'
import { passwordReset } from './letters/password-reset.ts'
import { secondFactorChanged } from './letters/second-factor-changed.ts'
import { signUp } from './letters/sign-up.ts'
import type { Write } from './words.ts'

/** Every letter that we write, by its kind. */
export const letters: ReadonlyMap<string, Write> = new Map([
  ['sign-up', signUp],
  ['already-registered', alreadyRegistered],
  ['confirm-email', confirmEmail],
  ['email-already-used', emailAlreadyUsed],
  ['emails-changed', emailsChanged],
  ['password-reset', passwordReset],
  ['password-changed', passwordChanged],
  ['invitation', invitation],
  ['second-factor-changed', secondFactorChanged],
  ['account-deleted', accountDeleted],
  ['order-failed', orderFailed],
])
