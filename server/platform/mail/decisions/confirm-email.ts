import { issueMailedKey } from '#platform/accounts/email/email-tokens.ts'
import type { Decide } from '#platform/mail/decision.ts'

/**
 * The owner of an address that has one is told who wanted it. A key is made in that case too, and given to nobody, so
 * that the list of what waits for confirmation is the same.
 */
export const decideConfirmEmail: Decide = async (platform, { kind, to, knows }) => {
  const user = await platform.store.users.find(knows.userId ?? '')
  const owner = await platform.store.users.findByEmail(to)
  if (!user || owner?.id === user.id) return undefined
  const key = await issueMailedKey(platform, {
    purpose: 'email',
    email: to,
    userId: user.id,
    keeps: {},
  })
  const told = { account: user.email, from: knows.from ?? '' }
  return owner ? { kind: 'email-already-used', knows: told } : { kind, knows: { key, ...told } }
}
