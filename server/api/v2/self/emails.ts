import { emailList } from '#api/answers/accounts.ts'
import { outcome } from '#api/answers/outcome.ts'
import { endpoint } from '#api/http/endpoint.ts'
import { done } from '#api/http/response.ts'
import { boolean, object, optional } from '#kit/schema.ts'
import {
  addEmail,
  listSecondaryEmails,
  makeEmailPrimary,
  remindOfEmails,
  removeEmail,
} from '#platform/identity/accounts/email/emails.ts'
import { userOf } from './self.ts'

export const listEmails = endpoint({
  method: 'GET',
  path: '/v2/self/emails',
  access: { on: 'user', may: 'read' },
  summary: 'Lists the e-mail addresses of the user beside the primary one',
  answer: emailList,
  handle: async ({ platform, caller }) =>
    listSecondaryEmails(platform, await userOf(platform, caller)),
})

export const putEmail = endpoint({
  method: 'PUT',
  path: '/v2/self/emails/:email',
  access: { on: 'user', may: 'change' },
  action: 'email.put',
  summary:
    'Mails a link that adds an address; with `{"make_primary":true}` makes one of the user’s addresses the primary one',
  body: optional(object({ make_primary: optional(boolean) })),
  answer: outcome,
  async handle({ platform, caller, params: { email }, body, from }) {
    const user = await userOf(platform, caller)
    if (body?.make_primary) {
      await makeEmailPrimary(platform, user, email, from)
      return done(`${email} is now the primary address.`)
    }
    await addEmail(platform, user, email, from)
    return done(`Sent a confirmation link to ${email}.`)
  },
})

export const deleteEmail = endpoint({
  method: 'DELETE',
  path: '/v2/self/emails/:email',
  access: { on: 'user', may: 'change' },
  action: 'email.remove',
  summary: 'Removes an e-mail address other than the primary one',
  answer: outcome,
  async handle({ platform, caller, params: { email }, from }) {
    await removeEmail(platform, await userOf(platform, caller), email, from)
    return done(`${email} was removed.`)
  },
})

export const getConfirmationEmail = endpoint({
  method: 'GET',
  path: '/v2/self/confirmation_email',
  access: { on: 'user', may: 'change' },
  summary: 'Mails the links of the addresses that wait for confirmation again',
  answer: outcome,
  async handle({ platform, caller, from }) {
    const addresses = await remindOfEmails(platform, await userOf(platform, caller), from)
    return done(
      addresses.length > 0
        ? `Sent a confirmation link to ${addresses.join(', ')}.`
        : 'No address is waiting for confirmation.',
    )
  },
})
