import { html, redirect } from '#api/http/response.ts'
import { escapeHtml } from '#kit/text/html.ts'
import { link } from './console/console-page.ts'
import { accountPath, ownerPath } from './console/paths.ts'
import { logoutForm } from './login/logout.ts'
import { loginPath } from './login-destinations.ts'
import { page } from './page.ts'
import { pageEndpoint } from './page-endpoint.ts'

const title = 'You are logged in'

export const getHome = pageEndpoint({
  method: 'GET',
  path: '/',
  title,
  summary: 'Shows who is logged in',
  async handle(call) {
    const { user } = call.visit
    if (!user) return redirect(loginPath(call.fields))
    const organisations = await call.platform.store.organisations.listOf(user.id)
    return html(
      page(
        title,
        `<p>This browser is logged in as <strong>${escapeHtml(user.email)}</strong>.</p>
<nav aria-label="Organisations"><ul>
${organisations.map(({ organisation: { id, name } }) => `<li>${link(ownerPath(id), name)}</li>`).join('\n')}
</ul></nav>
<nav aria-label="Account"><ul>
<li>${link(accountPath('information'), 'Profile and personal space')}</li>
<li><a href="/account/second-factor">Second factor</a></li>
</ul></nav>
${logoutForm(call)}`,
      ),
    )
  },
})
