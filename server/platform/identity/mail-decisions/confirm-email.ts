import { issueMailedKey } from '#platform/identity/accounts/email/email-tokens.ts'
import type { Decide } from '#platform/mail/decision.ts'
import { isUserId } from '#platform/model/ids.ts'

/**
 * For an address in use, its owner is told about the request. A key is created in that case too, and sent to no one,
 * so that the list of pending confirmations looks the same.
 */
export const decideConfirmEmail: Decide = async (platform, { kind, to, knows }) => {
  const { userId = '' } = knows
  const user = isUserId(userId) ? await platform.store.users.find(userId) : undefined
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
