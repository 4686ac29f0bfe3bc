import { cookie } from '#api/pages/cookies.ts'
import type { PageCall } from '#api/pages/page-endpoint.ts'
import { pendingLoginCookie, type Visit } from '#api/pages/visit.ts'
import { digestOf } from '#kit/crypto/digest.ts'
import type { User } from '#platform/model/identity/accounts/user.ts'
import { isUserId } from '#platform/model/ids.ts'
import { Refusal } from '#platform/model/refusal.ts'

/**
 * A login with a right password that awaits the second factor, kept in the browser as a signed text; it expires after
 * five minutes or when the password is changed.
 */
const purpose = 'second factor'
const seconds = 300

export function signPending({ signer, platform }: PageCall, user: User): string {
  const expiresAt = platform.clock() + seconds * 1000
  return signer.sign(purpose, `${user.id}:${expiresAt}:${markOf(user)}`)
}

/** The pending login from the form field, or from the cookie for clients that omit it. */
export const pendingOf = ({ fields, visit }: PageCall): string =>
  fields.get('auth_id') || (visit.cookies.get(pendingLoginCookie) ?? '')

/** Whether the pending login has not expired. */
export const isPending = (call: PageCall): boolean => read(call) !== undefined

/** The user of the pending login. */
export async function openPending(call: PageCall): Promise<User> {
  const { userId, mark } = read(call) ?? {}
  const user = userId && isUserId(userId) ? await call.platform.store.users.find(userId) : undefined
  if (user && markOf(user) === mark) return user
  throw new Refusal('unauthenticated', 'The login timed out. Start over.')
}

export const pendingCookie = ({ isSecure }: Visit, pending: string) =>
  cookie(pendingLoginCookie, pending, { isSecure, seconds })

function read(call: PageCall) {
  const text = call.signer.open(purpose, pendingOf(call)) ?? ''
  const [userId, expiresAt, mark] = text.split(':')
  return Number(expiresAt) > call.platform.clock() ? { userId, mark } : undefined
}

const markOf = ({ passwordHash }: User) => digestOf(passwordHash).slice(0, 32)
