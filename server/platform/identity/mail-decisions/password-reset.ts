import { issueMailedKey } from '#platform/identity/accounts/email/email-tokens.ts'
import type { Decide } from '#platform/mail/decision.ts'

/** Sends nothing to an address without an account. */
export const decidePasswordReset: Decide = async (platform, { kind, to, knows }) => {
  const user = await platform.store.users.findByEmail(to)
  if (!user) return undefined
  const { dropTokens = '', from = '' } = knows
  const key = await issueMailedKey(platform, {
    purpose: 'password-reset',
    email: to,
    userId: user.id,
    keeps: { dropTokens },
  })
  return { kind, knows: { key, from } }
}
