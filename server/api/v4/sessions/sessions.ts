import { sessionList } from '#api/answers/accounts.ts'
import { outcome } from '#api/answers/outcome.ts'
import { endpoint } from '#api/http/endpoint.ts'
import { done } from '#api/http/response.ts'
import type { Caller } from '#platform/model/identity/access/caller.ts'
import { sessionIdOf } from '#platform/model/identity/access/session.ts'
import { Refusal } from '#platform/model/refusal.ts'

const path = '/v4/berth/self/sessions'

export const listSessions = endpoint({
  method: 'GET',
  path,
  access: { on: 'user', may: 'read' },
  summary: 'Lists the browsers in which the user is logged in, newest login first',
  answer: sessionList,
  async handle({ platform, caller }) {
    const sessions = await platform.store.sessions.listOf(caller.userId)
    return sessions
      .filter(({ expiresAt }) => expiresAt > platform.clock())
      .map((session) => ({
        id: sessionIdOf(session),
        creationDate: new Date(session.createdAt).toISOString(),
        expirationDate: new Date(session.expiresAt).toISOString(),
        ip: session.from,
        browser: session.browser,
        system: session.system,
        isCurrent: sessionIdOf(session) === currentOf(caller),
      }))
  },
})

export const deleteOneSession = endpoint({
  method: 'DELETE',
  path: `${path}/:sessionId`,
  access: { on: 'user', may: 'change' },
  action: 'session.revoke',
  summary: 'Ends a session of the user',
  answer: outcome,
  async handle({ platform: { store }, caller, params: { sessionId } }) {
    const isId = /^[0-9a-f]{16}$/.test(sessionId)
    const session = isId ? await store.sessions.findOf(caller.userId, sessionId) : undefined
    if (!session) throw new Refusal('missing', 'There is no such session.')
    await store.sessions.remove(session.digest)
    return done('The session has ended.')
  },
})

export const deleteOtherSessions = endpoint({
  method: 'DELETE',
  path,
  access: { on: 'user', may: 'change' },
  action: 'session.revoke-all',
  summary: 'Ends every session of the user, except that of this call',
  answer: outcome,
  async handle({ platform, caller }) {
    await platform.store.sessions.removeOf(caller.userId, currentOf(caller))
    return done('The other sessions have ended.')
  },
})

/** Id of the session of a call; access tokens have none. */
const currentOf = ({ credential, credentialId }: Caller): string | undefined =>
  credential === 'session' ? credentialId : undefined
