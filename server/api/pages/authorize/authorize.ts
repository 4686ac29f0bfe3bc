import { html, redirect } from '#api/http/response.ts'
import { callerOn } from '#api/pages/audit-page-action.ts'
import { problem } from '#api/pages/field.ts'
import { loginPath } from '#api/pages/login-destinations.ts'
import { page } from '#api/pages/page.ts'
import { type PageCall, pageEndpoint } from '#api/pages/page-endpoint.ts'
import { escapeHtml } from '#kit/text/html.ts'
import {
  agree,
  getPending,
  type PendingAuthorization,
  refuse,
  rememberedConsent,
} from '#platform/identity/access/oauth1/authorize.ts'
import { answeredCallback, outOfBand } from '#platform/identity/access/oauth1/callback.ts'
import { recordAction } from '#platform/identity/audit/audit-log.ts'
import { type Right, rights } from '#platform/model/identity/access/rights.ts'
import type { User } from '#platform/model/identity/accounts/user.ts'
import { isOrganisationId } from '#platform/model/ids.ts'
import { originOf } from './callback-origin.ts'
import { consentForm } from './consent-form.ts'

const path = '/v2/oauth/authorize'
const title = 'Authorize a program'

const showConsent = pageEndpoint({
  method: 'GET',
  path,
  title,
  summary: 'The page on which a user lets a consumer act for them, or not',
  async handle(call) {
    const cliToken = call.fields.get('cli_token')
    if (cliToken && !tokenOf(call)) {
      return redirect(`/cli-oauth?${new URLSearchParams({ cli_token: cliToken })}`)
    }
    const pending = await getPending(call.platform, tokenOf(call))
    const { user } = call.visit
    if (!user) return toLogin(call)
    const remembered = await rememberedConsent(call.platform, pending.consumer, user.id)
    return remembered ? allow(call, pending, user, remembered) : ask(call, pending, user)
  },
})

const answerConsent = pageEndpoint({
  method: 'POST',
  path,
  title,
  summary: 'Takes the answer of the user, and sends the browser back to the consumer',
  async handle(call) {
    const { platform, fields, visit } = call
    const pending = await getPending(platform, tokenOf(call))
    if (!visit.user) return toLogin(call)
    if (fields.get('decision') === 'deny') return deny(call, pending)
    const ticked = rights.filter((right) => fields.has(right))
    // Browsers always send the pressed button; clients without one may omit the rights and mean all.
    const wanted = ticked.length > 0 || fields.has('decision') ? ticked : pending.consumer.rights
    return wanted.length > 0
      ? allow(call, pending, visit.user, wanted)
      : ask(call, pending, visit.user, 'Nothing is selected. Select at least one right, or refuse.')
  },
})

export const authorizePages = [showConsent, answerConsent]

/** From the query or the form; clients without a browser keep it in a cookie. */
const tokenOf = ({ fields, visit }: PageCall) =>
  fields.get('oauth_token') || visit.cookies.get('cctk') || ''

const toLogin = (call: PageCall) =>
  redirect(loginPath(new URLSearchParams({ oauth_token: tokenOf(call) })))

async function ask(
  call: PageCall,
  pending: PendingAuthorization,
  user: User,
  wrong = '',
): Promise<Response> {
  const { store } = call.platform
  const { ownerId } = pending.consumer
  const owner = isOrganisationId(ownerId) ? await store.organisations.find(ownerId) : undefined
  const body = consentForm(call, pending, { user, path, owner: owner?.name ?? '' })
  return html(
    page(`Authorize ${pending.consumer.name}`, (wrong && problem(wrong)) + body),
    wrong ? 400 : 200,
    originOf(pending.requestToken.callback),
  )
}

async function allow(
  call: PageCall,
  pending: PendingAuthorization,
  user: User,
  wanted: readonly Right[],
): Promise<Response> {
  const { callback, token } = pending.requestToken
  const caller = callerOn(call.visit, user)
  const verifier = await agree(call.platform, pending, caller, wanted)
  await recordAction(call.platform, caller, {
    ownerId: user.id,
    action: 'consumer.authorize',
    target: pending.consumer.key,
    outcome: 'done',
    from: call.from,
  })
  if (callback !== outOfBand) {
    const answer = { oauth_token: token, oauth_verifier: verifier, user: user.id }
    return redirect(answeredCallback(callback, answer))
  }
  const program = escapeHtml(pending.consumer.name)
  return html(
    page(
      'Copy this code',
      `<p>Enter it in <strong>${program}</strong>. It works once, for a few minutes.</p>
<p><code class="verifier">${escapeHtml(verifier)}</code></p>`,
    ),
  )
}

async function deny(call: PageCall, pending: PendingAuthorization): Promise<Response> {
  const { callback, token } = pending.requestToken
  await refuse(call.platform, pending)
  if (callback !== outOfBand) {
    return redirect(
      answeredCallback(callback, { oauth_token: token, oauth_problem: 'user_refused' }),
    )
  }
  const program = escapeHtml(pending.consumer.name)
  return html(page('Refused', `<p><strong>${program}</strong> has no access to your account.</p>`))
}
