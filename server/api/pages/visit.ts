import type { Call } from '#api/http/endpoint.ts'
import { sameText } from '#kit/crypto/same-text.ts'
import { newSecret } from '#kit/text/ids.ts'
import type { Session } from '#platform/access/login/session.ts'
import { findSession } from '#platform/access/login/sessions.ts'
import type { User } from '#platform/accounts/users/user.ts'
import { Refusal } from '#platform/refusal.ts'
import { cookie, readCookies } from './cookies.ts'

/** A browser on one of our pages. */
export interface Visit {
  /** Whoever is logged in there. */
  user: User | undefined
  session: Session | undefined
  cookies: ReadonlyMap<string, string>
  /** Tells this browser from every other, logged in or not. */
  visitor: string
  /** What every form of this visit has to carry, as `csrf`. */
  csrf: string
  /** The cookies that the answer has to set. */
  setCookies: string[]
  isSecure: boolean
}

export const sessionCookie = 'ccid'
/** Holds a login whose second factor is still to come. */
export const pendingLoginCookie = 'berth_second_factor'
/** With the prefix browsers take it from our own host alone, and not from an application on a name below ours. */
const visitorCookie = (isSecure: boolean) => `${isSecure ? '__Host-' : ''}berth_visitor`

type PageContext = Pick<Call, 'platform' | 'request' | 'signer' | 'addresses'>

export async function readVisit({
  platform,
  request,
  signer,
  addresses,
}: PageContext): Promise<Visit> {
  const isSecure = addresses.api.startsWith('https:')
  const cookies = readCookies(request)
  const known = signer.open('visitor', cookies.get(visitorCookie(isSecure)) ?? '')
  const visitor = known ?? newSecret(20)
  const setCookies = known
    ? []
    : [cookie(visitorCookie(isSecure), signer.sign('visitor', visitor), { isSecure })]
  const sessionKey = signer.open('session', cookies.get(sessionCookie) ?? '')
  const session = sessionKey ? await findSession(platform, sessionKey) : undefined
  const user = session && (await platform.store.users.find(session.userId))
  // Removed one page after the login, because the answer that logs in sets the session's cookie alone.
  if (session && cookies.has(pendingLoginCookie)) {
    setCookies.push(cookie(pendingLoginCookie, '', { isSecure, seconds: 0 }))
  }
  const csrf = signer.sign('csrf', `${visitor}-${session?.digest.slice(0, 16) ?? ''}`)
  return { user, session, cookies, visitor, csrf, setCookies, isSecure }
}

/**
 * Refuses a form that did not come from our own page. Every browser says where a form comes from; programs that log in
 * without one say nothing and cannot be tricked into it, so from them no token is asked.
 */
export function refuseForgery(
  { request, addresses }: PageContext,
  visit: Visit,
  form: URLSearchParams,
): void {
  const { headers } = request
  const [origin, host] = [headers.get('origin'), headers.get('host')]
  const isBrowser = origin !== null || headers.has('sec-fetch-site')
  if (!isBrowser) return
  const ours = [addresses.api, addresses.console, `http://${host}`, `https://${host}`]
  const isOurs = origin === null || ours.includes(origin)
  const isGenuine = sameText(form.get('csrf') ?? '', visit.csrf)
  if (isOurs && isGenuine) return
  throw new Refusal(
    'forbidden',
    'This form has expired or came from another site. Reload the page.',
  )
}

/** The cookie that logs the browser in. */
export const loginCookie = ({ signer }: PageContext, visit: Visit, sessionKey: string) =>
  cookie(sessionCookie, signer.sign('session', sessionKey), {
    isSecure: visit.isSecure,
    seconds: 14 * 24 * 3600,
  })

/**
 * The cookies of the visit that an answer sets after its own. One that sets the session's cookie sets no other: clients
 * read the joined header as a single cookie, and would keep the wrong name or the wrong lifetime. The visit's cookies
 * come with the next page.
 */
export const visitCookies = (response: Response, { setCookies }: Visit): readonly string[] =>
  response.headers.getSetCookie().some((line) => line.startsWith(`${sessionCookie}=`))
    ? []
    : setCookies

export const logoutCookie = ({ isSecure }: Visit) =>
  cookie(sessionCookie, '', { isSecure, seconds: 0 })
