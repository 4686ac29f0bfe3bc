import { html, redirect, withCookie } from '#api/http/response.ts'
import { field } from '#api/pages/field.ts'
import { form } from '#api/pages/form.ts'
import { carried, destinationOf } from '#api/pages/login-destinations.ts'
import { page } from '#api/pages/page.ts'
import { type PageCall, pageEndpoint } from '#api/pages/page-endpoint.ts'
import { escapeHtml } from '#kit/text/html.ts'
import { authenticatePassword } from '#platform/identity/access/login/authenticate-password.ts'
import { hasSecondFactor } from '#platform/identity/access/second-factor/check.ts'
import { logIn, redirectOrigins, refuseExposed } from './log-in.ts'
import { askSecondFactor } from './mfa-login.ts'
import { pendingCookie, signPending } from './pending-login.ts'

const path = '/v2/sessions/login'
const title = 'Log in'

const showLogin = pageEndpoint({
  method: 'GET',
  path,
  title,
  summary: 'The page on which a user logs in',
  async handle(call) {
    if (call.visit.user) return redirect(destinationOf(call.fields))
    return html(page(title, loginForm(call)), 200, await redirectOrigins(call))
  },
})

const postLogin = pageEndpoint({
  method: 'POST',
  path,
  title,
  redirectOrigins,
  summary: 'Logs a user in, or asks for the second factor; the session is the cookie `ccid`',
  async handle(call) {
    const { platform, fields, from } = call
    refuseExposed(call)
    const given = { email: fields.get('email') ?? '', password: fields.get('pass') ?? '', from }
    const user = await authenticatePassword(platform, given)
    if (!(await hasSecondFactor(platform, user.id))) {
      return logIn(call, { user, isSecondFactorPassed: false })
    }
    const pending = signPending(call, user)
    return withCookie(await askSecondFactor(call, pending), pendingCookie(call.visit, pending))
  },
  again: (call) => loginForm(call, { isWrong: true }),
})

export const loginPages = [showLogin, postLogin]

/** Login form, which carries the destination. */
function loginForm(call: PageCall, { isWrong = false } = {}): string {
  const { visit, fields } = call
  const email = fields.get('email') ?? ''
  const inputs = [
    field({
      label: 'E-mail address',
      name: 'email',
      type: 'email',
      autocomplete: 'username',
      value: email,
      isFirst: email === '',
      isWrong,
    }),
    field({
      label: 'Password',
      name: 'pass',
      type: 'password',
      autocomplete: 'current-password',
      isFirst: email !== '',
      isWrong,
    }),
    '<button>Log in</button>',
  ]
  return form(visit, path, inputs.join('\n'), carried(fields)) + otherWays(call)
}

function otherWays({ platform, fields }: PageCall): string {
  const { signup } = platform.policies
  const along = new URLSearchParams(carried(fields))
  const canSignUp = signup === 'open' || (signup === 'invite' && along.has('invitationKey'))
  const suffix = along.size > 0 ? `?${along}` : ''
  const link = (target: string, text: string) =>
    `<li><a href="${escapeHtml(target + suffix)}">${text}</a></li>`
  return `<nav aria-label="Other ways in"><ul>
${canSignUp ? link('/v2/sessions/signup', 'Create an account') : ''}
${link('/v2/password_forgotten', 'Forgot your password?')}
</ul></nav>`
}
