import type { ListenerOptions } from '#api/http/listener.ts'
import type { RequestContext } from '#api/http/request-context.ts'
import { cookie, cookieValues } from '#api/pages/cookies.ts'
import { sameText } from '#kit/crypto/same-text.ts'
import type { Signer } from '#kit/crypto/signer.ts'
import { isLoopback } from '#kit/net/loopback.ts'
import { findSession } from '#platform/identity/access/login/sessions.ts'
import type { Caller } from '#platform/model/identity/access/caller.ts'
import {
  callerOfSession,
  type Session,
  sessionIdOf,
} from '#platform/model/identity/access/session.ts'
import type { Platform } from '#platform/platform.ts'
import { markOfVisitor, visitorOf } from './visitor.ts'

export const sessionCookie = 'ccid'
const csrfHeader = 'x-berth-csrf'

interface SessionContext {
  platform: Pick<Platform, 'store' | 'clock' | 'policies'>
  signer: Signer
  /** Our public address. */
  api: string
}

/**
 * Whether browsers would show the cookie of a session to applications: they send cookies to every port of a host, and
 * without TLS also to TCP redirections there. On loopback only the user's own machine is asked.
 */
export function isSessionExposed({ policies }: Pick<Platform, 'policies'>, api: string): boolean {
  if (policies.tcpPorts === undefined || isSecureAddress(api)) return false
  return !isLoopback(new URL(api).hostname)
}

/** Whether an address uses TLS. */
export const isSecureAddress = (address: string): boolean => address.startsWith('https:')

/**
 * The session of a request's cookie. An application under our domain can plant a cookie of this name, with a session of its own
 * owner, before ours; so in a browser only that counts which was given to this very browser.
 */
export async function sessionOf(
  { platform, signer, api }: SessionContext,
  request: Request,
): Promise<Session | undefined> {
  if (isSessionExposed(platform, api)) return undefined
  const isBrowser = request.headers.has('sec-fetch-site')
  const visitor = isBrowser ? visitorOf(signer, isSecureAddress(api), request) : undefined
  for (const signed of cookieValues(request, sessionCookie)) {
    const [key, mark] = signer.open('session', signed)?.split(separator) ?? []
    const isOfBrowser = !isBrowser || (visitor !== undefined && mark === markOfVisitor(visitor))
    if (key && isOfBrowser) return findSession(platform, key)
  }
  return undefined
}

/** Between the key of a session and the mark of the browser that it was given to. */
const separator = '~'

/** The value of the session's cookie, for the browser that logs in. Other clients have no visitor and keep it themselves. */
export const sessionCookieValue = (signer: Signer, key: string, visitor: string): string =>
  signer.sign('session', `${key}${separator}${markOfVisitor(visitor)}`)

/** Makes the browser forget its session. */
export const endedSessionCookie = (isSecure: boolean): string =>
  cookie(sessionCookie, '', { isSecure, seconds: 0 })

/** CSRF token of a session's API calls. Its purpose differs from that of forms, so neither is taken for the other. */
export const csrfTokenOf = (signer: Signer, session: Session): string =>
  signer.sign('api-csrf', sessionIdOf(session))

/**
 * The user of a session, as the caller of the API: the cookie alone proves nothing, because browsers send it with
 * requests that other pages cause. The token in the header proves that a page of ours has sent the request.
 */
export async function callerBySession(
  listener: Pick<ListenerOptions, 'platform' | 'addresses' | 'signer'>,
  { request }: Pick<RequestContext, 'request'>,
): Promise<Caller | undefined> {
  const token = request.headers.get(csrfHeader)
  if (token === null || !isOfOurPage(listener, request)) return undefined
  const { platform, signer, addresses } = listener
  const session = await sessionOf({ platform, signer, api: addresses().api }, request)
  if (!session || !sameText(token, csrfTokenOf(signer, session))) return undefined
  return callerOfSession(session)
}

/**
 * Whether a request can come from one of our own pages. `Sec-Fetch-Site` also names other origins of the same site,
 * such as an application under our domain, which `SameSite` cookies do not exclude.
 */
export function isOfOurPage(
  { addresses }: Pick<ListenerOptions, 'addresses'>,
  { headers }: Request,
): boolean {
  const [site, origin, host] = ['sec-fetch-site', 'origin', 'host'].map((name) => headers.get(name))
  if (site && site !== 'same-origin' && site !== 'none') return false
  const { api, console } = addresses()
  return !origin || [api, console, `http://${host}`, `https://${host}`].includes(origin)
}
