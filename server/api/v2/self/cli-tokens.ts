import { cliTokenAnswer } from '#api/answers/accounts.ts'
import { endpoint } from '#api/http/endpoint.ts'
import { string } from '#kit/schema.ts'
import { collectCliLogin } from '#platform/identity/access/login/cli-logins.ts'

export const getCliToken = endpoint({
  method: 'GET',
  path: '/v2/self/cli_tokens',
  access: 'anyone',
  summary:
    'Gives a command-line tool, once, the access token of the login confirmed in the browser',
  query: { cli_token: string, machine: string },
  answer: cliTokenAnswer,
  async handle({ platform, query, from }) {
    const cliToken = query.get('cli_token') ?? ''
    const tool = { machine: query.get('machine') ?? '', address: from }
    const { token, secret, expiresAt } = await collectCliLogin(platform, cliToken, tool)
    return { token, secret, expirationDate: new Date(expiresAt).toISOString() }
  },
})
