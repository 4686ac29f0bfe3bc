import { sessionAnswer } from '#api/answers/accounts.ts'
import { outcome } from '#api/answers/outcome.ts'
import {
  csrfTokenOf,
  endedSessionCookie,
  isOfOurPage,
  isSecureAddress,
  sessionOf,
} from '#api/auth/session.ts'
import { endpoint } from '#api/http/endpoint.ts'
import { done, json, withCookie } from '#api/http/response.ts'
import { isOperator } from '#platform/identity/access/permit.ts'
import { Refusal } from '#platform/model/refusal.ts'

/** What a page of ours needs to call the API. */
export const getSession = endpoint({
  method: 'GET',
  path: '/v4/berth/session',
  access: 'anyone',
  isSameOrigin: true,
  summary:
    'Shows the session of the browser, by its cookie alone, with the token that its API calls carry in `X-Berth-Csrf`',
  answer: sessionAnswer,
  async handle({ platform, signer, addresses, request }) {
    const isOurs = isOfOurPage({ addresses: () => addresses }, request)
    const { api } = addresses
    const session = isOurs ? await sessionOf({ platform, signer, api }, request) : undefined
    if (!session) throw new Refusal('unauthenticated', 'This browser is not logged in.')
    const { userId, expiresAt } = session
    const response = json({
      userId,
      csrfToken: csrfTokenOf(signer, session),
      expiresAt: new Date(expiresAt).toISOString(),
      isOperator: await isOperator(platform, userId),
    })
    response.headers.set('cache-control', 'no-store')
    return response
  },
})

/** The logout of a page of ours. */
export const deleteSession = endpoint({
  method: 'DELETE',
  path: '/v4/berth/session',
  access: 'user',
  isSameOrigin: true,
  action: 'session.close',
  summary: 'Ends the session of the browser, and with it the streams that it has open',
  answer: outcome,
  async handle({ platform, caller, addresses }) {
    const session =
      caller.credential === 'session'
        ? await platform.store.sessions.findOf(caller.userId, caller.credentialId)
        : undefined
    if (!session) throw new Refusal('missing', 'This call was not made with a session.')
    await platform.store.sessions.remove(session.digest)
    const ended = endedSessionCookie(isSecureAddress(addresses.api))
    return withCookie(json(done('The session has ended.')), ended)
  },
})
