import type { User } from '#platform/model/identity/accounts/user.ts'
import { hashPassword } from '#tests/support/passwords.ts'
import type { Scene } from './scene.ts'

export const knownPassword = 'correct horse battery staple'

/** Header that confirms an irreversible action. */
export const passwordHeader = {
  'x-clever-password': Buffer.from(knownPassword).toString('base64'),
}

/** Computed once, because hashing is slow by design. */
let hash: Promise<string> | undefined

/** The caller, with a password set. */
export async function withPassword({ setup, caller }: Scene): Promise<User> {
  const { users } = setup.platform.store
  hash ??= hashPassword(knownPassword)
  await users.change(caller.id, { passwordHash: await hash })
  const user = await users.find(caller.id)
  if (!user) throw new Error('the caller is gone')
  return user
}
