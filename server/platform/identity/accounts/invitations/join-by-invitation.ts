import {
  type Applicant,
  createAccount,
  permitSignUp,
  prepareAccount,
  type SignUpContext,
} from '#platform/identity/accounts/users/sign-up.ts'
import type { User } from '#platform/model/identity/accounts/user.ts'
import { acceptInvitation, getOffer } from './invitations.ts'

/** Creates an account and its membership in one step: the key was mailed to the address, which confirms it. */
export async function joinByInvitation(
  platform: SignUpContext,
  key: string,
  applicant: Applicant,
): Promise<User> {
  permitSignUp(platform, 'invited')
  const { email } = (await getOffer(platform, key)).invitation
  const { from } = applicant
  await platform.attempts.count('sign-up', { account: email, from })
  const account = { email, ...(await prepareAccount(platform, email, applicant)) }
  return platform.store.transaction(async (store) => {
    const inside = { ...platform, store }
    const user = await createAccount(inside, account, from)
    await acceptInvitation(inside, key, user.id, from)
    return user
  })
}
