import { html } from '#api/http/response.ts'
import { form } from '#api/pages/form.ts'
import { page } from '#api/pages/page.ts'
import { type PageCall, pageEndpoint } from '#api/pages/page-endpoint.ts'
import { escapeHtml } from '#kit/text/html.ts'
import {
  confirmEmail,
  getWaitingEmail,
  type WaitingEmail,
} from '#platform/identity/accounts/email/confirm-email.ts'

const path = '/v2/self/validate_email'
const title = 'Confirm your e-mail address'

const showEmail = pageEndpoint({
  method: 'GET',
  path,
  title,
  summary: 'The page on which a mailed link adds an e-mail address to an account',
  async handle(call) {
    const waiting = await getWaitingEmail(call.platform, keyOf(call))
    const body = `<p>${strong(waiting.user.email)} asks to add ${strong(waiting.email)} to their account.
Continue only if that is you: the address can be used to log in to that account.</p>
${form(call.visit, path, '<button>Add address</button>', { validationKey: keyOf(call) })}`
    return html(page(title, body))
  },
})

const postEmail = pageEndpoint({
  method: 'POST',
  path,
  title,
  summary: 'Adds the e-mail address of a mailed link to its account',
  async handle(call) {
    const added = await confirmEmail(call.platform, keyOf(call), call.from)
    return html(page('Address added', thanks(added)))
  },
})

export const confirmEmailPages = [showEmail, postEmail]

const keyOf = ({ fields }: PageCall) => fields.get('validationKey') ?? ''
const strong = (text: string) => `<strong>${escapeHtml(text)}</strong>`
const thanks = ({ email, user }: WaitingEmail) =>
  `<p>${strong(email)} was added to the account ${strong(user.email)}. You can close this page.</p>`
