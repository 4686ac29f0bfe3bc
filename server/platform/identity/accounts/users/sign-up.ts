import { digestOf } from '#kit/crypto/digest.ts'
import { newId } from '#kit/text/ids.ts'
import { countGuess } from '#platform/identity/access/limits/create-attempts.ts'
import { validatePassword } from '#platform/identity/access/login/password-rules.ts'
import { validateEmail } from '#platform/identity/accounts/email/email-address.ts'
import {
  byMailedLink,
  getMailedKey,
  takeMailedKey,
} from '#platform/identity/accounts/email/email-tokens.ts'
import { type AuditContext, recordAction } from '#platform/identity/audit/audit-log.ts'
import type { Platform } from '#platform/identity/platform.ts'
import { post } from '#platform/mail/enqueue-email.ts'
import { newUser, type User } from '#platform/model/identity/accounts/user.ts'
import { Refusal } from '#platform/model/refusal.ts'
import { validateName } from './profile.ts'

export type SignUpContext = Pick<
  Platform,
  'store' | 'clock' | 'actionEvents' | 'attempts' | 'mailWorker' | 'policies' | 'passwords'
>

const maxCarriedLength = 256

/** Input of the sign-up form. */
export interface Applicant {
  password: string
  /** Empty: derived from the address. */
  name: string
  /** Client address. */
  from: string
}

/** Proof that a sign-up is confirmed by the person who began it: the same browser, or the password. */
export interface Proof {
  /** Random id of the browser. */
  browser: string
  password: string
}

/** Refuses unless the platform allows sign-up, with or without an invitation. */
export function permitSignUp(
  { policies }: Pick<Platform, 'policies'>,
  way: 'invited' | 'uninvited',
): void {
  if (policies.signup === 'open') return
  if (policies.signup === 'closed') {
    throw new Refusal('forbidden', 'Sign-up is closed on this platform.')
  }
  if (way === 'invited') return
  throw new Refusal(
    'forbidden',
    'Sign-up is by invitation only. Ask an administrator of an organisation.',
  )
}

/**
 * Requests an account. Whether the address has one already is looked up by the mail worker, so neither the response
 * nor its timing reveals it. `along` is returned with the link.
 */
export async function requestAccount(
  platform: SignUpContext,
  { email: text, ...applicant }: Applicant & { email: string },
  along: Readonly<Record<string, string>> = {},
  browser = '',
): Promise<string> {
  permitSignUp(platform, 'uninvited')
  const email = validateEmail(text)
  if (Object.values(along).some((value) => value.length > maxCarriedLength)) {
    throw new Refusal('invalid', 'The address of this page is too long. Start over.')
  }
  const { from } = applicant
  await platform.attempts.count('sign-up', { account: email, from })
  const { name, passwordHash } = await prepareAccount(platform, email, applicant)
  const asked = { name, passwordHash, browser: markOf(browser), from }
  await post(platform, 'sign-up', email, { ...along, ...asked })
  return email
}

/** The address of a sign-up link, and whether this browser requested it. */
export async function getSignUp(
  platform: SignUpContext,
  key: string,
  browser: string,
): Promise<{ email: string; isAskedHere: boolean }> {
  permitSignUp(platform, 'uninvited')
  const { email, keeps } = await getMailedKey(platform, key, 'sign-up')
  return { email, isAskedHere: browser !== '' && keeps.browser === markOf(browser) }
}

const markOf = (browser: string) => (browser === '' ? '' : digestOf(browser))

/**
 * Creates the requested account: the key proves access to the mailbox. The password is required as well, because an
 * attacker could have requested the account with a password of their own and waited for the owner of the address to
 * follow the link.
 */
export async function confirmSignUp(
  platform: SignUpContext,
  key: string,
  { browser, password }: Proof,
  from: string,
): Promise<User> {
  const { email, isAskedHere } = await getSignUp(platform, key, browser)
  if (!isAskedHere) {
    await countGuess(platform.attempts, 'login', { account: email, from }, async () => {
      const { keeps } = await getMailedKey(platform, key, 'sign-up')
      if (!(await platform.passwords.verify(password, keeps.passwordHash ?? ''))) throw notTheirs()
    })
  }
  return platform.store.transaction(async (store) => {
    const inside = { ...platform, store }
    const { email, keeps } = await takeMailedKey(inside, key, 'sign-up')
    const { name = '', passwordHash = '' } = keeps
    return createAccount(inside, { email, name, passwordHash }, from)
  })
}

const notTheirs = () =>
  new Refusal(
    'unauthenticated',
    'This is not the password chosen at sign-up. If you did not sign up, someone else used your address: sign up yourself.',
  )

/** Validates the form and hashes the password. */
export async function prepareAccount(
  { passwords }: Pick<Platform, 'passwords'>,
  email: string,
  { password, name }: Applicant,
) {
  validatePassword(password, email)
  const validName = name.trim() === '' ? '' : validateName(name)
  return { name: validName, passwordHash: await passwords.hash(password) }
}

/** Adds the account. Must run in a transaction, so that the address is still free. */
export async function createAccount(
  platform: AuditContext,
  { name, ...account }: { email: string; name: string; passwordHash: string },
  from: string,
): Promise<User> {
  const { store, clock } = platform
  if (await store.users.findByEmail(account.email)) {
    throw new Refusal('conflict', `${account.email} already has an account. Log in.`, {
      reason: 'email-taken',
    })
  }
  const user = newUser(newId('user'), { ...account, ...(name && { name }) }, clock())
  await store.users.add(user)
  const action = { ownerId: user.id, action: 'account.create', target: user.id, from } as const
  await recordAction(platform, byMailedLink(user.id), { ...action, outcome: 'done' })
  return user
}
