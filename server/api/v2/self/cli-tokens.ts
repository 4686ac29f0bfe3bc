import { endpoint } from '#api/endpoint.ts'
import { collectCliLogin } from '#platform/access/cli-logins.ts'

export const getCliToken = endpoint({
  method: 'GET',
  path: '/v2/self/cli_tokens',
  access: 'anyone',
  summary:
    'Gives a command-line tool, once, the access token of the login confirmed in the browser',
  async handle({ platform, query }) {
    const { token, secret, expiresAt } = await collectCliLogin(
      platform,
      query.get('cli_token') ?? '',
    )
    return { token, secret, expirationDate: new Date(expiresAt).toISOString() }
  },
})
