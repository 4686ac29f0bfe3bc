import { post } from '#platform/mail/enqueue-email.ts'
import type { Platform } from '#platform/platform.ts'
import type { Store } from '#platform/store.ts'
import type { User } from './user.ts'

export type Setting = Pick<Platform, 'store' | 'clock' | 'mailWorker' | 'firstLogin'>

/** A new password, and what ends with the old one. */
export interface Renewal {
  passwordHash: string
  /** Access tokens, API tokens and consents too, not only sessions. */
  dropTokens: boolean
  from: string
}

/** Gives the account a new password, as part of a transaction. Links that were mailed before are worth nothing after. */
export async function replacePassword(
  store: Store,
  { id }: User,
  { passwordHash, dropTokens }: Renewal,
): Promise<void> {
  await store.users.change(id, { passwordHash })
  await store.sessions.removeOf(id)
  await store.mailedKeys.removeOf(id, 'password-reset')
  await store.mailedKeys.removeOf(id, 'email')
  if (!dropTokens) return
  await store.accessTokens.removeOf(id)
  await store.apiTokens.removeOf(id)
  await store.consents.removeOf(id)
}

/** Tells the user, and forgets what the operator was told at the first start. */
export async function announcePassword(
  platform: Setting,
  user: User,
  { dropTokens, from }: Renewal,
): Promise<void> {
  for (const address of await platform.store.emails.listOf(user.id)) {
    await platform.firstLogin.forgetPassword(address)
  }
  await post(platform, 'password-changed', user.email, { dropTokens: String(dropTokens), from })
}
