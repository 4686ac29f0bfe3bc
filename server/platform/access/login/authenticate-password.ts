import { type Attempt, countGuess } from '#platform/access/limits/attempts.ts'
import type { User } from '#platform/accounts/users/user.ts'
import type { Platform } from '#platform/platform.ts'
import { Refusal } from '#platform/refusal.ts'

const maxPasswordLength = 1024

/** The user of an address and password. Takes as long, and says the same, for an account that does not exist. */
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

/** Refuses unless it is the user's own password: asked again before what cannot be undone. */
export async function confirmPassword(
  platform: Pick<Platform, 'store' | 'attempts' | 'passwords'>,
  user: User,
  password: string,
  from: string,
): Promise<void> {
  await authenticatePassword(platform, { email: user.email, password, from })
}

/** Addresses are compared without regard to case, as everybody's mail does. */
export const normaliseEmail = (email: string) => email.trim().toLowerCase().slice(0, 254)
