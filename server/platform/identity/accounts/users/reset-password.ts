import { validatePassword } from '#platform/identity/access/login/password-rules.ts'
import { validateEmail } from '#platform/identity/accounts/email/email-address.ts'
import {
  byMailedLink,
  getMailedKey,
  takeMailedKey,
} from '#platform/identity/accounts/email/email-tokens.ts'
import { recordAction } from '#platform/identity/audit/audit-log.ts'
import type { Platform } from '#platform/identity/platform.ts'
import { post } from '#platform/mail/enqueue-email.ts'
import type { User } from '#platform/model/identity/accounts/user.ts'
import { Refusal } from '#platform/model/refusal.ts'
import { announcePassword, replacePassword, type Setting } from './set-password.ts'

/** Requests a password reset link. Does the same work for every address, so that it reveals no accounts. */
export async function requestPasswordReset(
  platform: Pick<Platform, 'store' | 'clock' | 'attempts' | 'mailWorker'>,
  { login, dropTokens, from }: { login: string; dropTokens: boolean; from: string },
): Promise<string> {
  const email = validateEmail(login)
  await platform.attempts.count('password reset', { account: email, from })
  await post(platform, 'password-reset', email, { dropTokens: String(dropTokens), from })
  return email
}

/** The user that a reset link is for. */
export async function userOfReset(
  platform: Pick<Platform, 'store' | 'clock'>,
  key: string,
): Promise<User> {
  const { userId } = await getMailedKey(platform, key, 'password-reset')
  const user = userId ? await platform.store.users.find(userId) : undefined
  if (user) return user
  throw new Refusal('missing', 'The account of this link was deleted.')
}

/** Sets the new password, once per link. */
export async function resetPassword(
  platform: Setting & Pick<Platform, 'passwords' | 'actionEvents'>,
  key: string,
  { password, repeated, from }: { password: string; repeated: string; from: string },
): Promise<void> {
  const user = await userOfReset(platform, key)
  if (password !== repeated) {
    throw new Refusal('invalid', 'The passwords do not match.')
  }
  validatePassword(password, user.email)
  const passwordHash = await platform.passwords.hash(password)
  const renewal = await platform.store.transaction(async (store) => {
    const inside = { ...platform, store }
    const { keeps } = await takeMailedKey(inside, key, 'password-reset')
    const renewal = { passwordHash, dropTokens: keeps.dropTokens === 'true', from }
    await replacePassword(store, user, renewal)
    const action = { ownerId: user.id, action: 'password.reset', target: user.id, from } as const
    await recordAction(inside, byMailedLink(user.id), { ...action, outcome: 'done' })
    return renewal
  })
  await announcePassword(platform, user, renewal)
}
