import { generateCookie } from 'hono/cookie'
import { parse } from 'hono/utils/cookie'

/** The cookies of a request, by name. */
export const readCookies = ({ headers }: Request): ReadonlyMap<string, string> =>
  new Map(Object.entries(parse(headers.get('cookie') ?? '')))

/** A cookie with HttpOnly and SameSite. */
export const cookie = (
  name: string,
  value: string,
  { isSecure, seconds }: { isSecure: boolean; seconds?: number },
): string =>
  generateCookie(name, value, {
    httpOnly: true,
    sameSite: 'Lax',
    secure: isSecure,
    ...(seconds === undefined ? {} : { maxAge: seconds }),
  })
