import { readCookies } from '#api/pages/cookies.ts'
import { digestOf } from '#kit/crypto/digest.ts'
import type { Signer } from '#kit/crypto/signer.ts'

/** The `__Host-` prefix makes browsers accept it from our own host only, not from an application on a subdomain. */
export const visitorCookie = (isSecure: boolean): string =>
  `${isSecure ? '__Host-' : ''}berth_visitor`

/** Longer than a session, which counts only in the browser that it was given to; browsers keep none longer. */
export const visitorSeconds = 400 * 24 * 3600

/** Random id of the browser of a request, if it has been here before. */
export const visitorOf = (
  signer: Signer,
  isSecure: boolean,
  request: Request,
): string | undefined =>
  signer.open('visitor', readCookies(request).get(visitorCookie(isSecure)) ?? '')

/** Tells a browser from others without being its id. */
export const markOfVisitor = (visitor: string): string => digestOf(visitor).slice(0, 16)
