import { confirmPassword } from '#platform/access/authenticate-password.ts'
import { validatePassword } from '#platform/access/password-rules.ts'
import { hashPassword } from '#platform/access/passwords.ts'
import { announcePassword, replacePassword, type Setting } from '#platform/accounts/set-password.ts'
import type { User } from '#platform/accounts/user.ts'
import type { Platform } from '#platform/platform.ts'

/** Changes the password of whoever knows the present one. */
export async function changePassword(
  platform: Setting & Pick<Platform, 'attempts'>,
  user: User,
  {
    oldPassword,
    newPassword,
    ...rest
  }: { oldPassword: string; newPassword: string; dropTokens: boolean; from: string },
): Promise<void> {
  await confirmPassword(platform, user, oldPassword, rest.from)
  validatePassword(newPassword, user.email)
  const renewal = { passwordHash: await hashPassword(newPassword), ...rest }
  await platform.store.transaction((store) => replacePassword(store, user, renewal))
  await announcePassword(platform, user, renewal)
}
