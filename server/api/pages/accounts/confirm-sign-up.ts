import { html } from '#api/http/response.ts'
import { field } from '#api/pages/field.ts'
import { form } from '#api/pages/form.ts'
import { logIn, redirectOrigins } from '#api/pages/login/log-in.ts'
import { carried } from '#api/pages/login-destinations.ts'
import { page } from '#api/pages/page.ts'
import { type PageCall, pageEndpoint } from '#api/pages/page-endpoint.ts'
import { escapeHtml } from '#kit/text/html.ts'
import { confirmSignUp, getSignUp } from '#platform/identity/accounts/users/sign-up.ts'

const path = '/v2/users/confirm'
const title = 'Confirm your account'

/** The account is created by a button, because mail scanners follow links. */
const showConfirmation = pageEndpoint({
  method: 'GET',
  path,
  title,
  summary: 'The page on which a mailed link makes an account',
  async handle(call) {
    return html(page(title, await confirmation(call)), 200, await redirectOrigins(call))
  },
})

const postConfirmation = pageEndpoint({
  method: 'POST',
  path,
  title,
  redirectOrigins,
  summary: 'Makes the account of a mailed link and logs its user in',
  async handle(call) {
    const { platform, visit, fields, from } = call
    const proof = { browser: visit.visitor, password: fields.get('pass') ?? '' }
    const user = await confirmSignUp(platform, keyOf(call), proof, from)
    return logIn(call, { user, isSecondFactorPassed: false })
  },
  again: (call) => confirmation(call).catch(() => ''),
})

export const confirmSignUpPages = [showConfirmation, postConfirmation]

async function confirmation(call: PageCall): Promise<string> {
  const { platform, visit, fields } = call
  const { email, isAskedHere } = await getSignUp(platform, keyOf(call), visit.visitor)
  const password = field({
    label: 'Password',
    name: 'pass',
    type: 'password',
    autocomplete: 'current-password',
    hint: 'The one you chose when you signed up; this is another browser.',
    isFirst: true,
  })
  const inputs = [...(isAskedHere ? [] : [password]), '<button>Create account</button>']
  return `<p>The account of <strong>${escapeHtml(email)}</strong> will be created if you asked for it.</p>
${form(visit, path, inputs.join('\n'), { ...carried(fields), key: keyOf(call) })}`
}

const keyOf = ({ fields }: PageCall) => fields.get('key') ?? ''
