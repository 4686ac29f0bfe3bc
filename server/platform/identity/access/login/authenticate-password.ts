import { countGuess } from '#platform/identity/access/limits/create-attempts.ts'
import type { Platform } from '#platform/identity/platform.ts'
import type { User } from '#platform/model/identity/accounts/user.ts'
import type { Attempt } from '#platform/model/identity/limits/attempts.ts'
import { Refusal } from '#platform/model/refusal.ts'

const maxPasswordLength = 1024

/** User for an e-mail address and password. An unknown account takes the same time and gets the same message. */
export async function authenticatePassword(
  { store, attempts, passwords }: Pick<Platform, 'store' | 'attempts' | 'passwords'>,
  given: { email: string; password: string; from: string },
  attempt: Attempt = 'login',
): Promise<User> {
  const account = normaliseEmail(given.email)
  return countGuess(attempts, attempt, { account, from: given.from }, async () => {
    const user = await store.users.findByEmail(account)
    const hash = user?.passwordHash || passwords.unknowableHash
    const isRight = await passwords.verify(given.password.slice(0, maxPasswordLength), hash)
    if (isRight && user) return user
    throw new Refusal('unauthenticated', 'The e-mail address or the password is wrong.', {
      reason: 'credentials-wrong',
    })
  })
}

/** Refuses unless the password is the user's; required before irreversible actions. */
export async function confirmPassword(
  platform: Pick<Platform, 'store' | 'attempts' | 'passwords'>,
  user: User,
  password: string,
  from: string,
): Promise<void> {
  await authenticatePassword(platform, { email: user.email, password, from })
}

/** E-mail addresses are compared case-insensitively, as mail servers do in practice. */
export const normaliseEmail = (email: string) => email.trim().toLowerCase().slice(0, 254)
