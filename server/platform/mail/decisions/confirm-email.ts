import { issueMailedKey } from '#platform/accounts/mailed-keys.ts'
import type { Decide } from '#platform/mail/decision.ts'

/** Nothing goes when the account is gone, or the address has become somebody's. */
export const decideConfirmEmail: Decide = async (platform, { kind, to, knows }) => {
  const user = await platform.store.users.find(knows.userId ?? '')
  if (!user || (await platform.store.users.findByEmail(to))) return undefined
  const key = await issueMailedKey(platform, {
    ...{ purpose: 'email', email: to, userId: user.id, keeps: {} },
  })
  return { kind, knows: { key, account: user.email, from: knows.from ?? '' } }
}
