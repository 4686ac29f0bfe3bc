import { isSecureAddress } from '#api/auth/session.ts'
import { endpoint } from '#api/http/endpoint.ts'
import { html, redirect, withCookie } from '#api/http/response.ts'
import { readForm } from '#api/limits/form-parameters.ts'
import { problem } from '#api/pages/field.ts'
import { page } from '#api/pages/page.ts'
import { text } from '#kit/schema.ts'
import { openOwnPanel, ownPanelPath } from '#platform/marketplace/providers/calls/sign-on.ts'
import { Refusal, statusOfKind } from '#platform/model/refusal.ts'
import { dashboardPathOf, sessionCookieFor } from './dashboard-session.ts'

export const postOwnPanel = endpoint({
  method: 'POST',
  path: `${ownPanelPath}/:providerId`,
  access: 'anyone',
  workload: 'built-in providers',
  summary:
    'Signs a user in at the dashboard of an add-on of a provider that comes with the platform, by single sign-on',
  body: text,
  produces: 'text/html',
  async handle({ platform, params, body, signer, addresses }): Promise<Response> {
    try {
      const { addon, userId } = await openOwnPanel(platform, params.providerId, readForm(body))
      const isSecure = isSecureAddress(addresses.api)
      const session = { addonId: addon.id, userId, now: platform.clock() }
      return withCookie(
        redirect(dashboardPathOf(addon.id)),
        sessionCookieFor(signer, session, isSecure),
      )
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return html(page('Open an add-on', problem(error.message)), statusOfKind[error.kind])
    }
  },
})
