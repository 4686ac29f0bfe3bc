import { endpoint } from '#api/http/endpoint.ts'
import { text } from '#kit/schema.ts'
import { issueRequestToken } from '#platform/identity/access/oauth1/request-tokens.ts'
import { formReply, signatureIn } from './form-reply.ts'

const at = (path: '/v2/oauth/request_token' | '/v2/oauth/request_token_query') =>
  endpoint({
    method: 'POST',
    path,
    access: 'anyone',
    summary: 'Begins an authorisation: gives a consumer its request token',
    body: text,
    produces: 'application/x-www-form-urlencoded',
    async handle(call) {
      const { token, secret } = await issueRequestToken(call.platform, signatureIn(call), call.from)
      return formReply({
        oauth_token: token,
        oauth_token_secret: secret,
        oauth_callback_confirmed: 'true',
      })
    },
  })

export const requestTokenEndpoints = [
  at('/v2/oauth/request_token'),
  at('/v2/oauth/request_token_query'),
]
