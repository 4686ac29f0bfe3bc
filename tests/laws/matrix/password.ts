import type { User } from '#platform/accounts/users/user.ts'
import { hashPassword } from '#tests/support/passwords.ts'
import type { Scene } from './scene.ts'

export const knownPassword = 'correct horse battery staple'

/** As it is asked for again before what cannot be undone. */
export const passwordHeader = {
  'x-clever-password': Buffer.from(knownPassword).toString('base64'),
}

/** Made once: it takes as long as it should. */
let hash: Promise<string> | undefined

/** The caller, who has a password now. */
export async function withPassword({ setup, caller }: Scene): Promise<User> {
  const { users } = setup.platform.store
  hash ??= hashPassword(knownPassword)
  await users.change(caller.id, { passwordHash: await hash })
  const user = await users.find(caller.id)
  if (!user) throw new Error('the caller is gone')
  return user
}
