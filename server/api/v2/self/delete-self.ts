import { outcome } from '#api/answers/outcome.ts'
import { confirmedPassword } from '#api/auth/confirmed-password.ts'
import { endpoint } from '#api/http/endpoint.ts'
import { done } from '#api/http/response.ts'
import { deleteAccount } from '#platform/identity/accounts/users/delete-account.ts'

export const deleteSelf = endpoint({
  method: 'DELETE',
  path: '/v2/self',
  access: { on: 'user', may: 'change' },
  action: 'account.delete',
  summary:
    'Deletes the account of the user; the header X-Clever-Password carries the password in base64',
  answer: outcome,
  async handle(call) {
    await deleteAccount(call.platform, await confirmedPassword(call), call.from)
    return done('The account was deleted.')
  },
})
