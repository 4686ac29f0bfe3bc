import type { IncomingMessage } from 'node:http'
import { isLoopback } from '#kit/net/loopback.ts'
import { html } from '#kit/text/html.ts'
import { checkSso } from '#protocol/sso/sso-check.ts'
import { createUsedForms } from '#protocol/sso/used-forms.ts'
import type { ProviderServer } from '#providers/kit/definition.ts'
import { type Answer, page, readForm } from './exchange.ts'
import { cookieName, openSession, sealSession } from './session.ts'

/** Single sign-on to panels: verifies the form, then sets a session cookie and redirects. */
export interface SignIn {
  /** Handles `POST {sso_url}`. */
  enter(request: IncomingMessage, ssoPath: string): Promise<Answer>
  /** Shows the panel of a resource to a user with a session for it. */
  show(request: IncomingMessage, id: string): Promise<Answer>
}

const window = 5 * 60_000
const sessionLength = 8 * 60 * 60_000

export function createSignIn(service: ProviderServer): SignIn {
  const { manifest, ledger } = service
  const { sso_salt: salt, password } = manifest.api
  const key = `${salt}:${password}`
  const isFirst = createUsedForms(window)

  async function enter(request: IncomingMessage, ssoPath: string): Promise<Answer> {
    const now = Date.now()
    const form = await readForm(request)
    const { visit, problem } = checkSso(form, { salt, now, window })
    if (problem !== undefined) return refused(problem)
    const resource = await ledger.byId(visit.id)
    if (!resource || resource.state === 'deleted') return page(404, '<p>There is no such add-on.')
    if (!isFirst(form.get('signature') ?? '', now))
      return refused('This form was used already; open the add-on again.')
    const { user_id: userId, email } = visit
    const expires = now + sessionLength
    const cookie = sealSession({ resourceId: resource.id, userId, email, expires }, key)
    const path = `${ssoPath}/panel/${encodeURIComponent(resource.id)}`
    const secure = isPublic(service, request) ? '; Secure' : ''
    return {
      status: 303,
      headers: {
        location: path,
        'set-cookie': `${cookieName}=${cookie}; Path=${path}; Max-Age=${sessionLength / 1000}; HttpOnly; SameSite=Lax${secure}`,
      },
    }
  }

  async function show(request: IncomingMessage, id: string): Promise<Answer> {
    const session = openSession(request.headers.cookie, { key, resourceId: id, now: Date.now() })
    const resource = session && (await ledger.byId(id))
    if (!session || !resource || resource.state === 'deleted')
      return refused('Open the add-on from the platform.')
    const { userId, email } = session
    const body = service.panel
      ? await service.panel({ resource, userId, email })
      : html`<h1>${manifest.name ?? manifest.id}</h1><p>${resource.plan}</p>`
    return page(200, body)
  }

  return { enter, show }
}

const refused = (sentence: string) => page(403, html`<p>${sentence}</p>`)

/** Whether the browser uses HTTPS, possibly terminated by a proxy. */
function isPublic({ manifest }: ProviderServer, { headers }: IncomingMessage): boolean {
  const host = (headers.host ?? '').replace(/:\d+$/, '')
  const { production, test } = manifest.api
  return !isLoopback(host) && [production, test].some(({ sso_url }) => /^https:/i.test(sso_url))
}
