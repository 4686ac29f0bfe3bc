import type { Platform } from '#platform/identity/platform.ts'
import { post } from '#platform/mail/enqueue-email.ts'
import type { User } from '#platform/model/identity/accounts/user.ts'
import type { Store } from '#platform/model/store.ts'

export type Setting = Pick<Platform, 'store' | 'clock' | 'mailWorker' | 'firstLogin'>

/** A new password, and which credentials it invalidates. */
export interface Renewal {
  passwordHash: string
  /** Whether access tokens, API tokens and consents end too, not only sessions. */
  dropTokens: boolean
  from: string
  /** Id of the session that changes it, which goes on. */
  keptSession?: string
}

/** Sets a new password within a transaction and invalidates the links mailed before. */
export async function replacePassword(
  store: Store,
  { id }: User,
  { passwordHash, dropTokens, keptSession }: Renewal,
): Promise<void> {
  await store.users.change(id, { passwordHash })
  await store.sessions.removeOf(id, keptSession)
  await store.mailedKeys.removeOf(id, 'password-reset')
  await store.mailedKeys.removeOf(id, 'email')
  if (!dropTokens) return
  await store.accessTokens.removeOf(id)
  await store.apiTokens.removeOf(id)
  await store.consents.removeOf(id)
}

/** Notifies the user by e-mail and removes the initial password kept for the operator. */
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
