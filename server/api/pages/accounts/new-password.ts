import { endedSessionCookie } from '#api/auth/session.ts'
import { html, withCookie } from '#api/http/response.ts'
import { field } from '#api/pages/field.ts'
import { form } from '#api/pages/form.ts'
import { page } from '#api/pages/page.ts'
import { type PageCall, pageEndpoint } from '#api/pages/page-endpoint.ts'
import { escapeHtml } from '#kit/text/html.ts'
import { passwordHint } from '#platform/identity/access/login/password-rules.ts'
import { resetPassword, userOfReset } from '#platform/identity/accounts/users/reset-password.ts'

const path = '/v2/password_forgotten/:key'
const title = 'Choose a new password'

const showNewPassword = pageEndpoint({
  method: 'GET',
  path,
  title,
  summary: 'The page on which a mailed link lets a user choose a new password',
  async handle(call) {
    const { email } = await userOfReset(call.platform, keyOf(call))
    const body = `<p>For the account <strong>${escapeHtml(email)}</strong>.</p>\n`
    return html(page(title, body + passwordForm(call)))
  },
})

const postNewPassword = pageEndpoint({
  method: 'POST',
  path,
  title,
  summary: 'Sets the new password, once',
  async handle(call) {
    const { platform, fields, from } = call
    const [password, repeated] = [fields.get('pass') ?? '', fields.get('pass2') ?? '']
    await resetPassword(platform, keyOf(call), { password, repeated, from })
    const response = html(
      page(
        'Your password was changed',
        '<p>You have to log in again in every browser. <a href="/v2/sessions/login">Log in</a></p>',
      ),
    )
    return withCookie(response, endedSessionCookie(call.visit.isSecure))
  },
  again: (call) => passwordForm(call),
})

export const newPasswordPages = [showNewPassword, postNewPassword]

const keyOf = ({ params }: PageCall) => (params as Readonly<Record<string, string>>).key ?? ''

function passwordForm(call: PageCall): string {
  const asking = { type: 'password', autocomplete: 'new-password' } as const
  const inputs = [
    field({
      label: 'New password',
      name: 'pass',
      hint: passwordHint,
      isFirst: true,
      ...asking,
    }),
    field({ label: 'Repeat the new password', name: 'pass2', ...asking }),
    '<button>Set password</button>',
  ]
  const action = `/v2/password_forgotten/${encodeURIComponent(keyOf(call))}`
  return form(call.visit, action, inputs.join('\n'))
}
