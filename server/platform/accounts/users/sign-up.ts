import { digestOf } from '#kit/crypto/digest.ts'
import { newId } from '#kit/text/ids.ts'
import { countGuess } from '#platform/access/limits/attempts.ts'
import { validatePassword } from '#platform/access/login/password-rules.ts'
import { validateEmail } from '#platform/accounts/email/email-address.ts'
import { byMailedLink, getMailedKey, takeMailedKey } from '#platform/accounts/email/email-tokens.ts'
import { recordAction } from '#platform/audit/audit-log.ts'
import { post } from '#platform/mail/enqueue-email.ts'
import type { Platform } from '#platform/platform.ts'
import { Refusal } from '#platform/refusal.ts'
import type { Store } from '#platform/store.ts'
import { validateName } from './profile.ts'
import { newUser, type User } from './user.ts'

export type SignUpContext = Pick<
  Platform,
  'store' | 'clock' | 'attempts' | 'mailWorker' | 'policies' | 'passwords'
>

const maxCarriedLength = 256

/** What somebody fills in to get an account. */
export interface Applicant {
  password: string
  /** Empty: taken from the address. */
  name: string
  /** The address that it came from. */
  from: string
}

/** What a sign-up is begun and ended with: the browser, and the password where that is another one. */
export interface Proof {
  /** A text that no other browser has. */
  browser: string
  password: string
}

/** Refuses unless this platform lets people in: with an invitation, or without. */
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
 * Asks for an account. Whether there is one already is found out only when the mail is written, so neither the
 * answer nor its time tells. `along` comes back with the link.
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
  platform.attempts.count('sign-up', { account: email, from })
  const { name, passwordHash } = await prepareAccount(platform, email, applicant)
  const asked = { name, passwordHash, browser: markOf(browser), from }
  await post(platform, 'sign-up', email, { ...along, ...asked })
  return email
}

/** The address that a link of a sign-up is for, and whether it was asked for in this browser. */
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
 * Makes the account that was asked for: whoever brings the key reads the mail of its address. They have to know its
 * password too: others could have asked for it with one of theirs, and have waited for somebody to follow the link.
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

/** Checks what was filled in, and hashes the password. */
export async function prepareAccount(
  { passwords }: Pick<Platform, 'passwords'>,
  email: string,
  { password, name }: Applicant,
) {
  validatePassword(password, email)
  const validName = name.trim() === '' ? '' : validateName(name)
  return { name: validName, passwordHash: await passwords.hash(password) }
}

/** Adds the account. Only inside a transaction is the address still free when it is taken. */
export async function createAccount(
  { store, clock }: { store: Store; clock: Platform['clock'] },
  { name, ...account }: { email: string; name: string; passwordHash: string },
  from: string,
): Promise<User> {
  if (await store.users.findByEmail(account.email)) {
    throw new Refusal('conflict', `${account.email} already has an account. Log in.`, {
      reason: 'email-taken',
    })
  }
  const user = newUser(newId('user'), { ...account, ...(name && { name }) }, clock())
  await store.users.add(user)
  const action = { ownerId: user.id, action: 'account.create', target: user.id, from } as const
  await recordAction({ store, clock }, byMailedLink(user.id), { ...action, outcome: 'done' })
  return user
}
