import { type AuditContext, recordAction } from '#platform/identity/audit/audit-log.ts'
import type { Platform } from '#platform/identity/platform.ts'
import { post } from '#platform/mail/enqueue-email.ts'
import type { User } from '#platform/model/identity/accounts/user.ts'
import type { UserId } from '#platform/model/ids.ts'
import { Refusal } from '#platform/model/refusal.ts'
import type { Store } from '#platform/model/store.ts'
import { byMailedLink, getMailedKey, takeMailedKey } from './email-tokens.ts'
import { isTaken, refuseTooMany } from './emails.ts'

type Context = AuditContext & Pick<Platform, 'mailWorker'>

/** An e-mail address waiting for confirmation, and the account it is for. */
export interface WaitingEmail {
  email: string
  user: User
}

export async function getWaitingEmail(
  platform: Pick<Platform, 'store' | 'clock'>,
  key: string,
): Promise<WaitingEmail> {
  const { email, userId } = await getMailedKey(platform, key, 'email')
  const user = await userOf(platform.store, userId)
  if (await platform.store.users.findByEmail(email)) throw isTaken(email)
  return { email, user }
}

/** Adds the address to the user's account: the key proves access to its mailbox. */
export async function confirmEmail(
  platform: Context,
  key: string,
  from: string,
): Promise<WaitingEmail> {
  const confirmed = await platform.store.transaction(async (store) => {
    const inside = { ...platform, store }
    const { email, userId } = await takeMailedKey(inside, key, 'email')
    const user = await userOf(store, userId)
    refuseTooMany(await store.emails.listOf(user.id))
    if (!(await store.emails.add(user.id, email))) throw isTaken(email)
    const action = { ownerId: user.id, action: 'email.confirm', target: email, from } as const
    await recordAction(inside, byMailedLink(user.id), { ...action, outcome: 'done' })
    return { email, user }
  })
  const { email, user } = confirmed
  await post(platform, 'emails-changed', user.email, { change: 'added', email, from })
  return confirmed
}

async function userOf(store: Store, userId: UserId | null): Promise<User> {
  const user = userId ? await store.users.find(userId) : undefined
  if (user) return user
  throw new Refusal('missing', 'The account of this link was deleted.')
}
