import { outcome } from '#api/answers/outcome.ts'
import { endpoint } from '#api/http/endpoint.ts'
import { done } from '#api/http/response.ts'
import { boolean, object, optional, string } from '#kit/schema.ts'
import { changePassword } from '#platform/identity/accounts/users/change-password.ts'
import { userOf } from './self.ts'

export const putPassword = endpoint({
  method: 'PUT',
  path: '/v2/self/change_password',
  access: { on: 'user', may: 'change' },
  action: 'password.change',
  summary:
    'Changes the password; other sessions end, and with `dropTokens` every access token, API token and consent too',
  body: object({ oldPassword: string, newPassword: string, dropTokens: optional(boolean) }),
  answer: outcome,
  async handle({ platform, caller, body, from }) {
    const user = await userOf(platform, caller)
    const { oldPassword, newPassword, dropTokens = false } = body
    const kept = caller.credential === 'session' ? { keptSession: caller.credentialId } : {}
    await changePassword(platform, user, { oldPassword, newPassword, dropTokens, from, ...kept })
    return done('The password was changed.')
  },
})
