import { generateCookie } from 'hono/cookie'
import { parse } from 'hono/utils/cookie'

/** The cookies of a request, by name. */
export const readCookies = ({ headers }: Request): ReadonlyMap<string, string> =>
  new Map(Object.entries(parse(headers.get('cookie') ?? '')))

/** All values of a cookie, in the order of the request: other hosts of our domain can set one of the same name. */
export const cookieValues = ({ headers }: Request, name: string): string[] =>
  (headers.get('cookie') ?? '').split(';').flatMap((pair) => parse(pair, name)[name] ?? [])

/** A cookie with HttpOnly and SameSite, for all paths or for those below one. */
export const cookie = (
  name: string,
  value: string,
  { isSecure, seconds, path }: { isSecure: boolean; seconds?: number; path?: string },
): string =>
  generateCookie(name, value, {
    httpOnly: true,
    sameSite: 'Lax',
    secure: isSecure,
    ...(seconds === undefined ? {} : { maxAge: seconds }),
    ...(path === undefined ? {} : { path }),
  })
