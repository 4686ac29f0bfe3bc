import { endpoint } from '#api/http/endpoint.ts'
import { text } from '#kit/schema.ts'
import { exchangeRequestToken } from '#platform/identity/access/oauth1/exchange.ts'
import { formReply, signatureIn } from './form-reply.ts'

const at = (path: '/v2/oauth/access_token' | '/v2/oauth/access_token_query') =>
  endpoint({
    method: 'POST',
    path,
    access: 'anyone',
    summary: 'Ends an authorisation: exchanges request token and verifier for an access token',
    body: text,
    produces: 'application/x-www-form-urlencoded',
    async handle(call) {
      const { token, secret, expiresAt } = await exchangeRequestToken(
        call.platform,
        signatureIn(call),
        call.from,
      )
      return formReply({
        oauth_token: token,
        oauth_token_secret: secret,
        expiration_date: new Date(expiresAt).toISOString(),
      })
    },
  })

export const accessTokenEndpoints = [
  at('/v2/oauth/access_token'),
  at('/v2/oauth/access_token_query'),
]
