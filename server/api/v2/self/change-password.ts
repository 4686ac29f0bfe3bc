import { endpoint } from '#api/http/endpoint.ts'
import { done } from '#api/http/response.ts'
import { outcome } from '#api/v2/outcome.ts'
import { boolean, object, optional, string } from '#kit/schema.ts'
import { changePassword } from '#platform/accounts/users/change-password.ts'
import { userOf } from './self.ts'

export const putPassword = endpoint({
  method: 'PUT',
  path: '/v2/self/change_password',
  access: { on: 'user', may: 'change' },
  action: 'password.change',
  summary:
    'Changes the password; sessions end, and with `dropTokens` every access token, API token and consent too',
  body: object({ oldPassword: string, newPassword: string, dropTokens: optional(boolean) }),
  answer: outcome,
  async handle({ platform, caller, body, from }) {
    const user = await userOf(platform, caller)
    await changePassword(platform, user, { ...body, dropTokens: body.dropTokens ?? false, from })
    return done('The password was changed.')
  },
})
