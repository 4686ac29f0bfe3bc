import { redirect, withCookie } from '#api/http/response.ts'
import { callbackOriginOf } from '#api/pages/authorize/callback-origin.ts'
import { destinationOf } from '#api/pages/login-destinations.ts'
import type { PageCall } from '#api/pages/page-endpoint.ts'
import { loginCookie } from '#api/pages/visit.ts'
import { openSession } from '#platform/access/login/sessions.ts'
import type { User } from '#platform/accounts/users/user.ts'

/** Opens a session and redirects to the destination. */
export async function logIn(call: PageCall, user: User): Promise<Response> {
  const { platform, visit, fields, from } = call
  const key = await openSession(platform, user.id, from, visit.session)
  return withCookie(redirect(destinationOf(fields)), loginCookie(call, visit, key))
}

/** Other origins that a login may redirect to. */
export const redirectOrigins = ({ platform, fields }: PageCall) =>
  callbackOriginOf(platform, fields)
