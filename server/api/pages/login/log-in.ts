import { isSessionExposed } from '#api/auth/session.ts'
import { programOf } from '#api/auth/user-agent.ts'
import { redirect, withCookie } from '#api/http/response.ts'
import { callbackOriginOf } from '#api/pages/authorize/callback-origin.ts'
import { destinationOf } from '#api/pages/login-destinations.ts'
import type { PageCall } from '#api/pages/page-endpoint.ts'
import { loginCookie } from '#api/pages/visit.ts'
import type { LoginProof } from '#platform/identity/access/login/login-proof.ts'
import { openSession } from '#platform/identity/access/login/sessions.ts'
import { Refusal } from '#platform/model/refusal.ts'

/** Opens a session and redirects to the destination. */
export async function logIn(call: PageCall, proof: LoginProof): Promise<Response> {
  const { platform, visit, fields, from, request } = call
  refuseExposed(call)
  const key = await openSession(platform, proof, { from, ...programOf(request) }, visit.session)
  return withCookie(redirect(destinationOf(fields)), loginCookie(call, visit, key))
}

/** Refuses a login whose session browsers would show to applications. */
export function refuseExposed({ platform, addresses }: PageCall): void {
  if (!isSessionExposed(platform, addresses.api)) return
  throw new Refusal(
    'conflict',
    'Logins need TLS here: browsers would send the session to TCP redirections of applications on the same host, too. Ask the operator to set BERTH_API_URL to an address with https, or to leave BERTH_TCP_PORTS empty.',
  )
}

/** Other origins that a login may redirect to. */
export const redirectOrigins = ({ platform, fields }: PageCall) =>
  callbackOriginOf(platform, fields)
