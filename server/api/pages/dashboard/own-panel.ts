import { endpoint } from '#api/http/endpoint.ts'
import { statusOf } from '#api/http/error-response.ts'
import { html } from '#api/http/response.ts'
import { readForm } from '#api/limits/form-parameters.ts'
import { text } from '#kit/schema.ts'
import { escapeHtml } from '#kit/text/html.ts'
import type { Addon } from '#platform/addons/addon.ts'
import { openOwnPanel, ownPanelPath } from '#platform/providers/calls/sign-on.ts'
import type { Provider } from '#platform/providers/provider.ts'
import { Refusal } from '#platform/refusal.ts'
import { problem } from './field.ts'
import { page } from './page.ts'

/** Shows no values, because a single sign-on form can be used by another person than its user. */
export const postOwnPanel = endpoint({
  method: 'POST',
  path: `${ownPanelPath}/:providerId`,
  access: 'anyone',
  summary:
    'The panel of an add-on of a provider that comes with the platform, opened by single sign-on',
  body: text,
  produces: 'text/html',
  async handle({ platform, params, body }): Promise<Response> {
    try {
      const { addon, provider } = await openOwnPanel(platform, params.providerId, readForm(body))
      const plan = await platform.store.plans.find(addon.planId)
      return html(page(addon.name, panelOf(addon, provider, plan?.name ?? '')))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return html(page('Open an add-on', problem(error.message)), statusOf[error.kind])
    }
  },
})

function panelOf({ name, id, zone, config }: Addon, { presentation }: Provider, plan: string) {
  const names = Object.keys(config).map((key) => `<li><code>${escapeHtml(key)}</code></li>`)
  const facts = { Provider: presentation.name, Plan: plan, Zone: zone, Id: id }
  const rows = Object.entries(facts).map(
    ([term, value]) => `<dt>${term}</dt><dd>${escapeHtml(value)}</dd>`,
  )
  return `<dl>${rows.join('\n')}</dl>
<h2>Variables</h2>
${names.length === 0 ? '<p>There are none yet.</p>' : `<ul>${names.join('\n')}</ul>`}
<p>Show their values with <code>berth addon env ${escapeHtml(name)}</code>.</p>`
}
