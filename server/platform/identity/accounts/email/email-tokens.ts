import { digestOf } from '#kit/crypto/digest.ts'
import { newSecret } from '#kit/text/ids.ts'
import type { Platform } from '#platform/identity/platform.ts'
import { everyRight } from '#platform/model/identity/access/rights.ts'
import type { MailedKey, Purpose } from '#platform/model/identity/accounts/email-token.ts'
import type { AuthorId } from '#platform/model/ids.ts'
import { Refusal } from '#platform/model/refusal.ts'

const hour = 3_600_000
const lifetimes: Record<Purpose, number> = {
  'sign-up': 24 * hour,
  email: 24 * hour,
  'password-reset': hour,
}

type Context = Pick<Platform, 'store' | 'clock'>

/** Creates a key for an e-mail about to be sent; only its digest is stored. */
export async function issueMailedKey(
  { store, clock }: Context,
  key: Pick<MailedKey, 'purpose' | 'email' | 'userId' | 'keeps'>,
): Promise<string> {
  const text = newSecret()
  const createdAt = clock()
  const expiresAt = createdAt + lifetimes[key.purpose]
  await store.mailedKeys.add({ ...key, digest: digestOf(text), createdAt, expiresAt })
  return text
}

/** The key of a link, without spending it. */
export async function getMailedKey(
  { store, clock }: Context,
  text: string,
  purpose: Purpose,
): Promise<MailedKey> {
  return usable(await store.mailedKeys.find(digestOf(text), purpose), clock())
}

/** The key of a link, spending it. */
export async function takeMailedKey(
  { store, clock }: Context,
  text: string,
  purpose: Purpose,
): Promise<MailedKey> {
  return usable(await store.mailedKeys.take(digestOf(text), purpose), clock())
}

function usable(key: MailedKey | undefined, now: number): MailedKey {
  if (key && key.expiresAt > now) return key
  throw new Refusal('missing', 'This link was used or has expired. Ask for a new one.')
}

/** Caller that a mailed link authenticates, for the audit log. */
export const byMailedLink = <Id extends AuthorId>(userId: Id) => ({
  userId,
  credential: 'mailed link' as const,
  credentialId: '',
  rights: everyRight,
})
