import { issueMailedKey } from '#platform/identity/accounts/email/email-tokens.ts'
import type { Decide } from '#platform/mail/decision.ts'

/** For an address with an account, the e-mail says so; the response to the request does not reveal it. */
export const decideSignUp: Decide = async (platform, { kind, to, knows }) => {
  const { passwordHash = '', name = '', browser = '', ...along } = knows
  if (await platform.store.users.findByEmail(to)) {
    return { kind: 'already-registered', knows: { from: knows.from ?? '' } }
  }
  const keeps = { passwordHash, name, browser }
  const key = await issueMailedKey(platform, { purpose: 'sign-up', email: to, userId: null, keeps })
  return { kind, knows: { key, ...along } }
}
