import type { Platform } from '#platform/identity/platform.ts'
import { post } from '#platform/mail/enqueue-email.ts'
import type { User } from '#platform/model/identity/accounts/user.ts'
import { Refusal } from '#platform/model/refusal.ts'
import { validateEmail } from './email-address.ts'

const maxAddresses = 20

type Context = Pick<Platform, 'store' | 'clock' | 'attempts' | 'mailWorker'>

/** Addresses of a user other than the primary one. */
export async function listSecondaryEmails(
  { store }: Pick<Platform, 'store'>,
  user: User,
): Promise<string[]> {
  return (await store.emails.listOf(user.id)).filter((email) => email !== user.email)
}

/**
 * Mails a confirmation link for a new address; until it is followed the address stays free. Whether another account
 * has it is looked up by the mail worker, so neither the response nor its timing reveals it.
 */
export async function addEmail(
  platform: Context,
  user: User,
  text: string,
  from: string,
): Promise<void> {
  const email = validateEmail(text)
  await platform.attempts.count('email', { account: user.id, from })
  await platform.attempts.count('email', { account: email, from })
  const own = await platform.store.emails.listOf(user.id)
  if (own.includes(email)) throw isMine(email)
  refuseTooMany(own)
  await post(platform, 'confirm-email', email, { userId: user.id, from })
}

/** Resends the confirmation links of all pending addresses; returns the addresses. */
export async function remindOfEmails(
  platform: Context,
  user: User,
  from: string,
): Promise<string[]> {
  await platform.attempts.count('email', { account: user.id, from })
  const keys = await platform.store.mailedKeys.listOf(user.id, 'email')
  const waiting = keys.filter(({ expiresAt }) => expiresAt > platform.clock())
  const addresses = [...new Set(waiting.map(({ email }) => email))]
  for (const email of addresses) {
    await platform.attempts.count('email', { account: email, from })
    await post(platform, 'confirm-email', email, { userId: user.id, from })
  }
  return addresses
}

/** Makes one of the user's addresses the primary one, which e-mails go to. */
export async function makeEmailPrimary(
  platform: Context,
  user: User,
  text: string,
  from: string,
): Promise<void> {
  const email = validateEmail(text)
  await platform.attempts.count('email', { account: user.id, from })
  await platform.store.transaction(async (store) => {
    if (!(await store.emails.listOf(user.id)).includes(email)) throw missingEmail(email)
    await store.users.change(user.id, { email })
  })
  if (email !== user.email) await tell(platform, user, { change: 'primary', email, from })
}

/** Removes an address and invalidates the password reset links sent to it. */
export async function removeEmail(
  platform: Context,
  user: User,
  text: string,
  from: string,
): Promise<void> {
  const email = validateEmail(text)
  await platform.store.transaction(async (store) => {
    const { email: primary } = (await store.users.find(user.id)) ?? user
    if (email === primary) {
      throw new Refusal(
        'conflict',
        `${email} is the primary address. Make another address primary first.`,
      )
    }
    if (!(await store.emails.remove(user.id, email))) throw missingEmail(email)
    await store.mailedKeys.removeOf(user.id, 'password-reset')
  })
  await tell(platform, user, { change: 'removed', email, from })
}

export function refuseTooMany(own: readonly string[]): void {
  if (own.length < maxAddresses) return
  throw new Refusal('conflict', `You already have ${maxAddresses} addresses. Remove one first.`)
}

/** Notifies the user by e-mail, in case the change was made by an attacker. */
const tell = (platform: Context, { email }: User, knows: Record<string, string>) =>
  post(platform, 'emails-changed', email, knows)

const isMine = (email: string) =>
  new Refusal('conflict', `${email} is already one of your addresses.`, { reason: 'email-mine' })
/** Shown only after the user has proved access to the mailbox of the address. */
export const isTaken = (email: string) =>
  new Refusal('conflict', `${email} belongs to another account.`, { reason: 'email-taken' })
const missingEmail = (email: string) =>
  new Refusal('missing', `${email} is not one of your addresses. Add it first.`)
