import { html } from '#api/http/response.ts'
import { field } from '#api/pages/field.ts'
import { form } from '#api/pages/form.ts'
import { page } from '#api/pages/page.ts'
import { type PageCall, pageEndpoint } from '#api/pages/page-endpoint.ts'
import { requestPasswordReset } from '#platform/identity/accounts/users/reset-password.ts'
import { mailSent } from './mail-sent.ts'

const path = '/v2/password_forgotten'
const title = 'Forgot your password?'

const showForgotten = pageEndpoint({
  method: 'GET',
  path,
  title,
  summary: 'The page on which a user asks for a link to choose a new password',
  handle: async (call) => html(page(title, forgottenForm(call))),
})

const postForgotten = pageEndpoint({
  method: 'POST',
  path,
  title,
  summary: 'Mails a link to choose a new password, if there is such an account',
  async handle({ platform, fields, from }) {
    const login = fields.get('login') ?? ''
    const dropTokens = /^(true|on|1)$/.test(fields.get('drop_tokens') ?? '')
    return mailSent(await requestPasswordReset(platform, { login, dropTokens, from }))
  },
  again: (call) => forgottenForm(call),
})

export const passwordForgottenPages = [showForgotten, postForgotten]

function forgottenForm({ visit, fields }: PageCall): string {
  const inputs = [
    '<p>We send you a link to choose a new password.</p>',
    field({
      label: 'E-mail address',
      name: 'login',
      type: 'email',
      autocomplete: 'username',
      value: fields.get('login') ?? '',
      isFirst: true,
    }),
    `<label class="right"><input type="checkbox" name="drop_tokens" value="true"> Someone else may know it: also revoke all my tokens</label>`,
    '<button>Send me a link</button>',
  ]
  return form(visit, path, inputs.join('\n'))
}
