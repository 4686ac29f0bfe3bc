import { isSecureAddress, sessionCookie, sessionCookieValue, sessionOf } from '#api/auth/session.ts'
import { visitorCookie, visitorOf, visitorSeconds } from '#api/auth/visitor.ts'
import type { Call } from '#api/http/endpoint.ts'
import { sameText } from '#kit/crypto/same-text.ts'
import { newSecret } from '#kit/text/ids.ts'
import type { Session } from '#platform/model/identity/access/session.ts'
import type { User } from '#platform/model/identity/accounts/user.ts'
import { Refusal } from '#platform/model/refusal.ts'
import { cookie, readCookies } from './cookies.ts'

/** A browser on one of our pages. */
export interface Visit {
  /** User of the session, if logged in. */
  user: User | undefined
  session: Session | undefined
  cookies: ReadonlyMap<string, string>
  /** Random id of this browser, logged in or not. */
  visitor: string
  /** CSRF token of all forms of this visit. */
  csrf: string
  /** Cookies to set with the response. */
  setCookies: string[]
  isSecure: boolean
}

/** Cookie with a login that awaits the second factor. */
export const pendingLoginCookie = 'berth_second_factor'

type PageContext = Pick<Call, 'platform' | 'request' | 'signer' | 'addresses'>

export async function readVisit({
  platform,
  request,
  signer,
  addresses,
}: PageContext): Promise<Visit> {
  const isSecure = isSecureAddress(addresses.api)
  const cookies = readCookies(request)
  const known = visitorOf(signer, isSecure, request)
  const visitor = known ?? newSecret(20)
  const setCookies = known
    ? []
    : [
        cookie(visitorCookie(isSecure), signer.sign('visitor', visitor), {
          isSecure,
          seconds: visitorSeconds,
        }),
      ]
  const session = await sessionOf({ platform, signer, api: addresses.api }, request)
  const user = session && (await platform.store.users.find(session.userId))
  // Removed one page after the login, because the login response sets the session cookie alone.
  if (session && cookies.has(pendingLoginCookie)) {
    setCookies.push(cookie(pendingLoginCookie, '', { isSecure, seconds: 0 }))
  }
  const csrf = signer.sign('csrf', `${visitor}-${session?.digest.slice(0, 16) ?? ''}`)
  return { user, session, cookies, visitor, csrf, setCookies, isSecure }
}

/**
 * CSRF check. Browsers always send the Origin of a form; clients without a browser send none and cannot be abused by
 * another site, so no token is required of them.
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

/** The session cookie. */
export const loginCookie = ({ signer }: PageContext, visit: Visit, sessionKey: string) =>
  cookie(sessionCookie, sessionCookieValue(signer, sessionKey, visit.visitor), {
    isSecure: visit.isSecure,
    seconds: 14 * 24 * 3600,
  })

/**
 * Cookies of the visit to add to a response. A response with the session cookie sets no other, because some clients
 * parse the joined header as a single cookie and would store the wrong name or lifetime; the others are set with the
 * next page.
 */
export const visitCookies = (response: Response, { setCookies }: Visit): readonly string[] =>
  response.headers.getSetCookie().some((line) => line.startsWith(`${sessionCookie}=`))
    ? []
    : setCookies
