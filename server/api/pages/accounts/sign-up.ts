import { html, redirect } from '#api/http/response.ts'
import { field } from '#api/pages/field.ts'
import { form } from '#api/pages/form.ts'
import { logIn } from '#api/pages/login/log-in.ts'
import { carried, destinationOf, loginPath } from '#api/pages/login-destinations.ts'
import { page } from '#api/pages/page.ts'
import { type PageCall, pageEndpoint } from '#api/pages/page-endpoint.ts'
import { escapeHtml } from '#kit/text/html.ts'
import { passwordHint } from '#platform/identity/access/login/password-rules.ts'
import { getOffer } from '#platform/identity/accounts/invitations/invitations.ts'
import { joinByInvitation } from '#platform/identity/accounts/invitations/join-by-invitation.ts'
import { permitSignUp, requestAccount } from '#platform/identity/accounts/users/sign-up.ts'
import type { Refusal } from '#platform/model/refusal.ts'
import { mailSent } from './mail-sent.ts'

const title = 'Create an account'
const path = '/v2/users'

const showSignUp = pageEndpoint({
  method: 'GET',
  path: '/v2/sessions/signup',
  title,
  summary: 'The page on which somebody asks for an account; `invitationKey` lets them in',
  async handle(call) {
    const { platform, visit, fields } = call
    permitSignUp(platform, wayOf(call))
    if (visit.user) return redirect(destinationOf(fields))
    const invited = keyOf(call) && (await getOffer(platform, keyOf(call)))
    return html(page(title, (invited ? welcome(invited.invitation.email) : '') + signUpForm(call)))
  },
})

const postSignUp = pageEndpoint({
  method: 'POST',
  path,
  title,
  summary:
    'Mails a link that makes the account; with an invitation makes it at once and logs the user in',
  async handle(call) {
    const { platform, fields, from } = call
    const applicant = { password: fields.get('pass') ?? '', name: fields.get('name') ?? '', from }
    if (wayOf(call) === 'uninvited') {
      const wanted = { ...applicant, email: fields.get('email') ?? '' }
      return mailSent(await requestAccount(platform, wanted, carried(fields), call.visit.visitor))
    }
    const user = await joinByInvitation(platform, keyOf(call), applicant)
    // The invitation is spent, so there is no page to return to.
    const proof = { user, isSecondFactorPassed: false }
    return logIn({ ...call, fields: new URLSearchParams() }, proof)
  },
  again: (call, refusal) => (isOpenTo(call) ? signUpForm(call, refusal) : ''),
})

export const signUpPages = [showSignUp, postSignUp]

const keyOf = ({ fields }: PageCall) => fields.get('invitationKey') ?? ''
const wayOf = (call: PageCall) => (keyOf(call) ? 'invited' : 'uninvited')

function isOpenTo(call: PageCall): boolean {
  const { signup } = call.platform.policies
  return signup === 'open' || (signup === 'invite' && wayOf(call) === 'invited')
}

const welcome = (email: string) =>
  `<p>Your account will use the invited address <strong>${escapeHtml(email)}</strong>.</p>\n`

/** After a refusal the field with the problem has the focus; the password has to be typed again in any case. */
function signUpForm(call: PageCall, refusal?: Refusal): string {
  const { visit, fields } = call
  const isInvited = wayOf(call) === 'invited'
  const isPasswordNext = refusal !== undefined && refusal.details.reason !== 'email-invalid'
  const email = field({
    label: 'E-mail address',
    name: 'email',
    type: 'email',
    autocomplete: 'username',
    value: fields.get('email') ?? '',
    isFirst: !isPasswordNext,
  })
  const inputs = [
    ...(isInvited ? [] : [email]),
    field({
      label: 'Name',
      name: 'name',
      autocomplete: 'name',
      isOptional: true,
      value: fields.get('name') ?? '',
      isFirst: isInvited && !isPasswordNext,
      hint: 'Shown to other members. Optional.',
    }),
    field({
      label: 'Password',
      name: 'pass',
      type: 'password',
      autocomplete: 'new-password',
      hint: passwordHint,
      isFirst: isPasswordNext,
    }),
    '<button>Create account</button>',
  ]
  return `${form(visit, path, inputs.join('\n'), carried(fields))}
<nav aria-label="Other ways in"><ul>
<li><a href="${escapeHtml(loginPath(fields))}">Log in to an account</a></li>
</ul></nav>`
}
