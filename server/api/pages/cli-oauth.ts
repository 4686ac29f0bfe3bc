import { html, redirect } from '#api/reply.ts'
import { confirmCliLogin, validateCliToken } from '#platform/access/cli-logins.ts'
import { loginPath } from './destinations.ts'
import { form } from './form.ts'
import { logoutForm } from './logout.ts'
import { noteVisit } from './note-visit.ts'
import { escapeHtml, page } from './page.ts'
import { type PageCall, pageEndpoint } from './page-endpoint.ts'

const path = '/cli-oauth'
const title = 'Log in on the command line'

const showLogin = pageEndpoint({
  method: 'GET',
  path,
  title,
  summary: 'The page on which a user lets a command-line tool act for them',
  async handle(call) {
    validateCliToken(tokenOf(call))
    if (!call.visit.user) return redirect(loginPath(call.fields))
    return html(page(title, question(call)))
  },
})

const confirmLogin = pageEndpoint({
  method: 'POST',
  path,
  title,
  summary: 'Confirms the login of a command-line tool',
  async handle(call) {
    const { user } = call.visit
    const cliToken = tokenOf(call)
    if (!user) return redirect(loginPath(call.fields))
    const { platform } = call
    await confirmCliLogin(platform, { cliToken, userId: user.id })
    await noteVisit(call, user, 'consumer.authorize', platform.toolConsumerKey)
    return html(
      page('You are logged in', '<p>Go back to your terminal; this page can be closed.</p>'),
    )
  },
})

export const cliOauthPages = [showLogin, confirmLogin]

const tokenOf = ({ fields }: PageCall) => fields.get('cli_token') ?? ''

function question(call: PageCall): string {
  const { visit } = call
  return `<p>A command-line tool asks to act for <strong>${escapeHtml(visit.user?.email ?? '')}</strong>.
Go on only if you have just typed <code>login</code> in a terminal of yours.</p>
${form(visit, path, '<button>Let it act for me</button>', { cli_token: tokenOf(call) })}
${logoutForm(call, 'Use another account')}`
}
