import { html } from '#api/http/response.ts'
import { escapeHtml } from '#kit/text/html.ts'
import {
  acceptInvitation,
  declineInvitation,
  getOffer,
  type Offer,
} from '#platform/identity/accounts/invitations/invitations.ts'
import { rolesInWords } from '#platform/model/identity/accounts/organisation.ts'
import { form } from './form.ts'
import { logoutForm } from './login/logout.ts'
import { loginPath } from './login-destinations.ts'
import { nextLinks } from './next-links.ts'
import { page } from './page.ts'
import { type PageCall, pageEndpoint } from './page-endpoint.ts'

const path = '/v2/invitations/accept'
const title = 'Invitation'

const showInvitation = pageEndpoint({
  method: 'GET',
  path,
  title,
  summary: 'The page on which somebody who was invited to an organisation accepts or declines',
  handle: async (call) => show(call, await getOffer(call.platform, keyOf(call))),
})

const answerInvitation = pageEndpoint({
  method: 'POST',
  path,
  title,
  summary: 'Accepts or declines an invitation',
  async handle(call) {
    const { platform, visit, from } = call
    if (call.fields.get('answer') === 'decline') {
      const { organisation } = await declineInvitation(platform, keyOf(call), from)
      return html(
        page(
          'Invitation declined',
          `<p>You declined to join ${strong(organisation.name)}.</p>\n${nextLinks(visit.user)}`,
        ),
      )
    }
    if (!visit.user) return show(call, await getOffer(platform, keyOf(call)))
    return html(
      page('Welcome', welcome(await acceptInvitation(platform, keyOf(call), visit.user.id, from))),
    )
  },
})

export const invitationPages = [showInvitation, answerInvitation]

const keyOf = ({ fields }: PageCall) => fields.get('invitationKey') ?? ''
const strong = (text: string) => `<strong>${escapeHtml(text)}</strong>`

const show = (call: PageCall, offer: Offer) =>
  html(page(title, `${offerText(offer)}\n${call.visit.user ? answers(call, offer) : waysIn(call)}`))

const offerText = ({ invitation, organisation, inviter }: Offer) =>
  `<p>${strong(inviter.name)} invited you to join ${strong(organisation.name)} as ${strong(rolesInWords[invitation.role])}.</p>`

function answers(call: PageCall, { invitation }: Offer): string {
  const email = call.visit.user?.email ?? ''
  const other =
    email === invitation.email
      ? ''
      : ` The invitation was sent to ${strong(invitation.email)}, which can be another address than that of this account.`
  const buttons = `<button name="answer" value="accept">Join</button>
<button name="answer" value="decline" class="quiet">Decline</button>`
  return `<p>You are logged in as ${strong(email)}.${other}</p>
${form(call.visit, path, buttons, { invitationKey: keyOf(call) })}
${logoutForm(call, 'Join with another account')}`
}

function waysIn(call: PageCall): string {
  const along = new URLSearchParams({ invitationKey: keyOf(call) })
  const link = (target: string, text: string, style = 'button') =>
    `<a class="${style}" href="${escapeHtml(target)}">${text}</a>`
  const canSignUp = call.platform.policies.signup !== 'closed'
  return `<nav aria-label="Ways in">
${link(loginPath(along), 'Log in to join')}
${canSignUp ? link(`/v2/sessions/signup?${along}`, 'Create an account to join', 'button quiet') : ''}
</nav>
${form(call.visit, path, '<button name="answer" value="decline" class="quiet">Decline</button>', {
  invitationKey: keyOf(call),
})}`
}

const welcome = ({ organisation, invitation }: Offer) =>
  `<p>You are now a member of ${strong(organisation.name)} as ${strong(rolesInWords[invitation.role])}.
<code>berth applications</code> in a terminal lists its applications.</p>
<nav aria-label="Account"><a class="button" href="/">Continue</a></nav>`
