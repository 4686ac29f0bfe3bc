import { endpoint } from '#api/http/endpoint.ts'
import { html, redirect, respond } from '#api/http/response.ts'
import { escapeHtml } from '#kit/text/html.ts'
import { permitAddon } from '#platform/marketplace/addons/permit-addon.ts'
import { signOn } from '#platform/marketplace/providers/calls/sign-on.ts'
import { callerOn, noteVisit } from './audit-page-action.ts'
import { loginPath } from './login-destinations.ts'
import { page } from './page.ts'
import { pageEndpoint } from './page-endpoint.ts'

const title = 'Open an add-on'
const scriptPath = '/addons/open.js'

const openAddon = pageEndpoint({
  method: 'GET',
  path: '/addons/open',
  title,
  summary: 'Signs the user in at the panel of an add-on',
  workload: 'built-in providers',
  async handle(call) {
    const { platform, visit, fields } = call
    const { user } = visit
    if (!user) return redirect(loginPath(fields))
    const addon = await permitAddon(platform, callerOn(visit, user), 'operate', {
      addonId: fields.get('addon_id') ?? '',
    })
    const { url, fields: signed } = await signOn(platform, addon, user)
    await noteVisit(call, user, 'addon.open', addon.id)
    return allowScript(
      html(page(`Open ${addon.name}`, formTo(url, { ...signed })), 200, destinationsOf(url)),
    )
  },
})

/** Browsers apply `form-action` to the provider's redirects, and its panel may be on another of its hosts. */
const destinationsOf = (url: string) => [new URL(url).origin, 'https:']

function allowScript(response: Response): Response {
  const policy = response.headers.get('content-security-policy')
  response.headers.set('content-security-policy', `${policy}; script-src 'self'`)
  return response
}

function formTo(url: string, fields: Readonly<Record<string, string>>): string {
  const hidden = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`,
  )
  return `<p>Signing you in to <strong>${escapeHtml(new URL(url).host)}</strong>.</p>
<form method="post" action="${escapeHtml(url)}" accept-charset="utf-8">
${hidden.join('\n')}
<button>Continue</button>
</form>
<script src="${scriptPath}" defer></script>`
}

/** Our only script: it submits the form, whose button works without it too. */
const getScript = endpoint({
  method: 'GET',
  path: scriptPath,
  access: 'anyone',
  summary: 'The script that sends the form of an opened add-on',
  isStatic: true,
  produces: 'text/javascript',
  handle: async () =>
    respond('document.forms[0].submit()\n', {
      headers: { 'content-type': 'text/javascript', 'cache-control': 'max-age=86400' },
    }),
})

export const openAddonPages = [openAddon, getScript]
