import { html } from '#api/http/response.ts'
import { field } from '#api/pages/field.ts'
import { form } from '#api/pages/form.ts'
import { carried, loginPath } from '#api/pages/login-destinations.ts'
import { page } from '#api/pages/page.ts'
import { type PageCall, pageEndpoint } from '#api/pages/page-endpoint.ts'
import { escapeHtml } from '#kit/text/html.ts'
import { noteLogin } from '#platform/identity/access/login/sessions.ts'
import { checkSecondFactor } from '#platform/identity/access/second-factor/check.ts'
import { Refusal } from '#platform/model/refusal.ts'
import { logIn, redirectOrigins } from './log-in.ts'
import { isPending, openPending, pendingOf } from './pending-login.ts'

const path = '/v2/sessions/mfa_login'
const title = 'Second factor'

const postSecondFactor = pageEndpoint({
  method: 'POST',
  path,
  title,
  redirectOrigins,
  summary: 'Ends a login with a code of the second factor, or with a backup code',
  async handle(call) {
    const { platform, fields, from } = call
    const user = await openPending(call)
    const code = fields.get('mfa_attempt') ?? ''
    try {
      await checkSecondFactor(platform, user, { code, purpose: 'login', from })
    } catch (error) {
      const isWrong = error instanceof Refusal && error.kind !== 'limited'
      if (isWrong) await noteLogin(platform, user.id, 'refused', from)
      throw error
    }
    return logIn(call, { user, isSecondFactorPassed: true })
  },
  again: (call) =>
    (isPending(call) ? secondFactorForm(call, pendingOf(call), { isWrong: true }) : '') +
    backToLogin(call),
})

export const secondFactorPages = [postSecondFactor]

/** The page for the second factor, after a right password. */
export const askSecondFactor = async (call: PageCall, pending: string) =>
  html(
    page(title, secondFactorForm(call, pending) + backToLogin(call)),
    200,
    await redirectOrigins(call),
  )

function secondFactorForm(
  { visit, fields }: PageCall,
  pending: string,
  { isWrong = false } = {},
): string {
  const hidden = { ...carried(fields), mfa_kind: 'TOTP', auth_id: pending }
  const code = field({
    label: 'Code',
    name: 'mfa_attempt',
    autocomplete: 'one-time-code',
    hint: 'The six-digit code from your authenticator, or a backup code.',
    isFirst: true,
    isWrong,
  })
  const email = fields.get('email') ?? ''
  return form(visit, path, `${code}\n<button>Continue</button>`, { ...hidden, email })
}

const backToLogin = ({ fields }: PageCall) =>
  `<nav aria-label="Other ways in"><ul><li><a href="${escapeHtml(loginPath(fields))}">Start over</a></li></ul></nav>`
