import { carried } from '#api/pages/destinations.ts'
import { form } from '#api/pages/form.ts'
import { leadsTo, logIn } from '#api/pages/log-in.ts'
import { escapeHtml, page } from '#api/pages/page.ts'
import { type PageCall, pageEndpoint } from '#api/pages/page-endpoint.ts'
import { html } from '#api/reply.ts'
import { addressOfSignUp, confirmSignUp } from '#platform/accounts/sign-up.ts'

const path = '/v2/users/confirm'
const title = 'Confirm your account'

/** Only a button makes the account: programs that look through mail follow every link in it. */
const showConfirmation = pageEndpoint({
  method: 'GET',
  path,
  title,
  summary: 'The page on which a mailed link makes an account',
  async handle(call) {
    const email = await addressOfSignUp(call.platform, keyOf(call))
    const hidden = { ...carried(call.fields), key: keyOf(call) }
    const body = `<p>The account of <strong>${escapeHtml(email)}</strong> is made now, if it was you who asked for it.</p>
${form(call.visit, path, '<button>Create the account</button>', hidden)}`
    return html(page(title, body), 200, await leadsTo(call))
  },
})

const postConfirmation = pageEndpoint({
  method: 'POST',
  path,
  title,
  leadsTo,
  summary: 'Makes the account of a mailed link and logs its user in',
  handle: async (call) => logIn(call, await confirmSignUp(call.platform, keyOf(call), call.from)),
})

export const confirmSignUpPages = [showConfirmation, postConfirmation]

const keyOf = ({ fields }: PageCall) => fields.get('key') ?? ''
