import type { Platform as MailPlatform } from '#platform/mail/platform.ts'
import type { Buyers } from '#platform/model/billing/buyers.ts'
import type { ActionEvents } from '#platform/model/events/action-events.ts'
import type { Nonces } from '#platform/model/identity/access/nonces.ts'
import type { PasswordHasher } from '#platform/model/identity/access/password-hasher.ts'
import type { WaitingLogins } from '#platform/model/identity/access/waiting-logins.ts'
import type { FirstLogin } from '#platform/model/identity/accounts/first-login.ts'
import type { Attempts } from '#platform/model/identity/limits/attempts.ts'
import type { CallLimits } from '#platform/model/identity/limits/call-limits.ts'
import type { StreamLimits } from '#platform/model/identity/limits/stream-limits.ts'

/** The platform as identity knows it: what the wings before it get, and parts of its own. */
export interface Platform extends MailPlatform {
  passwords: PasswordHasher
  nonces: Nonces
  attempts: Attempts
  callLimits: CallLimits
  streamLimits: StreamLimits
  /** Command-line tools waiting for their login to be confirmed. */
  waitingLogins: WaitingLogins
  /** Consumer of the command-line tools' logins. */
  toolConsumerKey: string
  firstLogin: FirstLogin
  /** Makes events of audited actions. */
  actionEvents: ActionEvents
  buyers: Buyers
}
