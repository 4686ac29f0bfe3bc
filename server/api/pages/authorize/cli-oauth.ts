import { html, redirect } from '#api/http/response.ts'
import { callerOn, noteVisit } from '#api/pages/audit-page-action.ts'
import { form } from '#api/pages/form.ts'
import { logoutForm } from '#api/pages/login/logout.ts'
import { loginPath } from '#api/pages/login-destinations.ts'
import { page } from '#api/pages/page.ts'
import { type PageCall, pageEndpoint } from '#api/pages/page-endpoint.ts'
import { shortCode } from '#kit/crypto/short-code.ts'
import { escapeHtml } from '#kit/text/html.ts'
import {
  cancelCliLogin,
  confirmCliLogin,
  validateCliToken,
} from '#platform/identity/access/login/cli-logins.ts'

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
    return html(page(title, await question(call)))
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
    if (call.fields.get('decision') === 'cancel') {
      await cancelCliLogin(platform, cliToken)
      return html(
        page('Login cancelled', '<p>The tool was not logged in. You can close this page.</p>'),
      )
    }
    await confirmCliLogin(platform, { cliToken, caller: callerOn(call.visit, user) })
    await noteVisit(call, user, 'consumer.authorize', platform.toolConsumerKey)
    return html(
      page('You are logged in', '<p>Go back to your terminal. You can close this page.</p>'),
    )
  },
})

export const cliOauthPages = [showLogin, confirmLogin]

const tokenOf = ({ fields }: PageCall) => fields.get('cli_token') ?? ''

async function question(call: PageCall): Promise<string> {
  const { visit } = call
  const buttons = `<button name="decision" value="allow">Log in</button>
<button name="decision" value="cancel" class="quiet">Cancel</button>`
  return `<p>A command-line tool wants to log in as <strong>${escapeHtml(visit.user?.email ?? '')}</strong>.</p>
${await toolTable(call)}
<p>Continue only if you have just run <code>login</code> in a terminal and it shows this code.
Other tools may not show a code.</p>
${form(visit, path, buttons, { cli_token: tokenOf(call) })}
${logoutForm(call, 'Use another account')}`
}

/** Details of the login: the code that both sides derive, and what we know of the tool. */
async function toolTable(call: PageCall): Promise<string> {
  const tool = await call.platform.waitingLogins.find(tokenOf(call))
  const rows = [
    ['Code', shortCode(tokenOf(call))],
    ['Machine', tool?.machine ?? ''],
    ['Address', tool?.address ?? ''],
    ['Started', tool?.address ? timeText(tool.startedAt) : 'The tool has not connected yet'],
  ].filter(([, value]) => value !== '')
  const cells = rows.map(
    ([title = '', value = '']) => `<tr><th>${title}</th><td>${escapeHtml(value)}</td></tr>`,
  )
  return `<table>${cells.join('')}</table>`
}

const timeText = (time: number) =>
  `${new Date(time).toISOString().slice(0, 19).replace('T', ' ')} UTC`
