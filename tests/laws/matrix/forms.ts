import type { Needs } from './entry.ts'
import { browserOf, type Scene } from './scene.ts'

/** A form as a browser sends it, with or without a session. */
export const form = async (
  { setup, caller }: Scene,
  fields: Record<string, string>,
  { isLoggedIn = false } = {},
): Promise<Needs> => ({
  body: new URLSearchParams(fields).toString(),
  headers: {
    'content-type': 'application/x-www-form-urlencoded',
    ...(isLoggedIn && { cookie: await browserOf(setup, caller.id) }),
  },
})

/** A page as requested by a browser with a session. */
export const loggedIn = async (
  { setup, caller }: Scene,
  query: Record<string, string> = {},
): Promise<Needs> => ({ query, headers: { cookie: await browserOf(setup, caller.id) } })
