import { html, redirect } from '#api/reply.ts'
import { loginPath } from './destinations.ts'
import { logoutForm } from './logout.ts'
import { escapeHtml, page } from './page.ts'
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
    return html(
      page(
        title,
        `<p>This browser is logged in as <strong>${escapeHtml(user.email)}</strong>.</p>
<nav aria-label="Account"><ul><li><a href="/account/second-factor">Second factor</a></li></ul></nav>
${logoutForm(call)}`,
      ),
    )
  },
})
