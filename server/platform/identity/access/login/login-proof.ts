import { hasSecondFactor } from '#platform/identity/access/second-factor/check.ts'
import type { User } from '#platform/model/identity/accounts/user.ts'
import { Refusal } from '#platform/model/refusal.ts'
import type { Store } from '#platform/model/store.ts'

/** What proved who somebody is, as it was when it was checked. */
export interface LoginProof {
  /** The account, with the hash that the password was compared with. */
  user: Pick<User, 'id' | 'passwordHash'>
  /** Whether a code of the second factor was right. */
  isSecondFactorPassed: boolean
}

/**
 * Refuses if the password was changed or a second factor added since the check. Call it in the transaction that issues
 * a credential or takes one away: such a change revokes the credentials of that moment, and hashing a password takes long enough for it
 * to come between.
 */
export async function requireCurrentProof(
  store: Store,
  { user, isSecondFactorPassed }: LoginProof,
): Promise<void> {
  const isSamePassword = (await store.users.find(user.id))?.passwordHash === user.passwordHash
  if (isSamePassword && (isSecondFactorPassed || !(await hasSecondFactor({ store }, user.id))))
    return
  throw new Refusal(
    'unauthenticated',
    'Your password or second factor was changed just now. Log in again.',
  )
}
