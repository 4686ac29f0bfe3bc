import { type MailContext, type RenderedMail, renderMail, type Write } from './mail-template.ts'
import { accountDeleted } from './mails/account-deleted.ts'
import { alreadyRegistered } from './mails/already-registered.ts'
import { certificateWarning } from './mails/certificate-warning.ts'
import { confirmEmail } from './mails/confirm-email.ts'
import { emailAlreadyUsed } from './mails/email-already-used.ts'
import { emailsChanged } from './mails/emails-changed.ts'
import { drainStopped, events, webhookDisabled } from './mails/events.ts'
import { invitation } from './mails/invitation.ts'
import {
  invoiceHeld,
  invoiceIssued,
  ownerRestored,
  ownerSuspended,
  paymentReminder,
} from './mails/invoices.ts'
import { outdatedReport } from './mails/operators/outdated-report.ts'
import { orderFailed } from './mails/order-failed.ts'
import { passwordChanged } from './mails/password-changed.ts'
import { passwordReset } from './mails/password-reset.ts'
import { secondFactorChanged } from './mails/second-factor-changed.ts'
import { signUp } from './mails/sign-up.ts'
import { spendingAlert } from './mails/spending-alert.ts'

/** What the e-mails of each kind say. */
const contents: readonly [kind: string, write: Write][] = [
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
  ['invoice-issued', invoiceIssued],
  ['invoice-held', invoiceHeld],
  ['payment-reminder', paymentReminder],
  ['owner-suspended', ownerSuspended],
  ['owner-restored', ownerRestored],
  ['spending-alert', spendingAlert],
  ['certificate-warning', certificateWarning],
  ['outdated-report', outdatedReport],
  ['events', events],
  ['webhook-disabled', webhookDisabled],
  ['drain-stopped', drainStopped],
]

/** All e-mails by kind. */
export const mails: ReadonlyMap<string, (occasion: MailContext) => RenderedMail> = new Map(
  contents.map(([kind, write]) => [
    kind,
    (occasion) => renderMail(write(occasion), occasion.consoleUrl),
  ]),
)
