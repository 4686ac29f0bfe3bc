import { confirmPassword } from '#platform/identity/access/login/authenticate-password.ts'
import { requireCurrentProof } from '#platform/identity/access/login/login-proof.ts'
import { validatePassword } from '#platform/identity/access/login/password-rules.ts'
import type { Platform } from '#platform/identity/platform.ts'
import type { User } from '#platform/model/identity/accounts/user.ts'
import { announcePassword, type Renewal, replacePassword, type Setting } from './set-password.ts'

/** Changes the password after checking the current one. */
export async function changePassword(
  platform: Setting & Pick<Platform, 'attempts' | 'passwords'>,
  user: User,
  {
    oldPassword,
    newPassword,
    ...rest
  }: { oldPassword: string; newPassword: string } & Omit<Renewal, 'passwordHash'>,
): Promise<void> {
  await confirmPassword(platform, user, oldPassword, rest.from)
  validatePassword(newPassword, user.email)
  const renewal = { passwordHash: await platform.passwords.hash(newPassword), ...rest }
  await platform.store.transaction(async (store) => {
    await requireCurrentProof(store, { user, isSecondFactorPassed: true })
    await replacePassword(store, user, renewal)
  })
  await announcePassword(platform, user, renewal)
}
