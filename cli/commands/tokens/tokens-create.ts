import { defineCommand } from '#cli/define-command.ts'
import { needFeature } from '#cli/features/enabled.ts'
import { openBridge } from '#cli/profiles/bridge.ts'
import { withPassword } from '#cli/terminal/ask-password.ts'
import { askSecret } from '#cli/terminal/secret.ts'
import type { NewApiToken } from '#client/resources/accounts/api-tokens.ts'

export const tokensCreate = defineCommand({
  words: 'tokens create',
  summary: 'Create an API token for scripts',
  description:
    'Asks for your password, and for a second-factor code if needed. Without a terminal, reads them from standard input.\n' +
    'The token is shown once and has all your rights: keep it like a password.',
  arguments: [{ name: 'name', summary: 'token name' }],
  options: {
    expiration: {
      type: 'string',
      short: 'e',
      value: 'when',
      summary: 'Lifetime such as 12h or 30d, or an expiry date (default: one year)',
    },
    description: { type: 'string', value: 'text', summary: 'Description' },
  },
  examples: [
    'berth tokens create nightly-backup --expiration 30d',
    'berth tokens create ci --expiration 2027-01-31 --format json',
  ],
  async handle(context) {
    const { terminal, output, args, options } = context
    await needFeature(terminal, 'tokens')
    const { client, bridge, address } = await openBridge(context)
    const token = await withPassword(terminal, client, async ({ self, password }) =>
      bridge.apiTokens.create({
        email: self.email,
        password,
        name: args.name,
        ...(self.preferredMFA === 'TOTP' && {
          mfaCode: await askSecret(terminal, 'Code of your second factor:'),
        }),
        ...(options.description && { description: options.description }),
        ...(options.expiration && { expirationDate: options.expiration }),
      }),
    )
    output.print(token, () => introduced(token, address))
    return 0
  },
})

const introduced = ({ apiToken, apiTokenId, name, expirationDate }: NewApiToken, address: string) =>
  `Created the API token '${name}', valid until ${expirationDate}. It is shown only once:

  ${apiToken}

Use it at the bridge, with curl or with this tool:

  curl -H "Authorization: Bearer $TOKEN" ${address}/v2/self
  BERTH_API_TOKEN=$TOKEN BERTH_BRIDGE=${address} berth applications

Revoke it with \`berth tokens revoke ${apiTokenId}\`.`
