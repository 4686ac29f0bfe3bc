import { redirect, withCookie } from '#api/http/response.ts'
import { callbackOriginOf } from '#api/pages/authorize/callback-origin.ts'
import { destinationOf } from '#api/pages/login-destinations.ts'
import type { PageCall } from '#api/pages/page-endpoint.ts'
import { loginCookie } from '#api/pages/visit.ts'
import { openSession } from '#platform/access/login/sessions.ts'
import type { User } from '#platform/accounts/users/user.ts'

/** Logs the browser in with a session of its own and sends it to where it was going. */
export async function logIn(call: PageCall, user: User): Promise<Response> {
  const { platform, visit, fields, from } = call
  const key = await openSession(platform, user.id, from, visit.session)
  return withCookie(redirect(destinationOf(fields)), loginCookie(call, visit, key))
}

/** The other origins that a login may lead to. */
export const leadsTo = ({ platform, fields }: PageCall) => callbackOriginOf(platform, fields)
