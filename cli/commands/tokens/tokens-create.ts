import { withPassword } from '#cli/account/asked-password.ts'
import { defineCommand } from '#cli/define-command.ts'
import { needFeature } from '#cli/features/enabled.ts'
import { openBridge } from '#cli/profiles/bridge.ts'
import { askSecret } from '#cli/terminal/secret.ts'
import type { NewApiToken } from '#client/api-tokens.ts'

export const tokensCreate = defineCommand({
  words: 'tokens create',
  summary: 'Make an API token for a script',
  description:
    'Asks for your password, and for the code of your second factor if you have one; without a terminal they are the first lines of standard input.\n' +
    'The token is shown once. It may do whatever you may: keep it like a password.',
  arguments: [{ name: 'name', summary: 'what the token is for' }],
  options: {
    expiration: {
      type: 'string',
      short: 'e',
      value: 'when',
      summary: 'How long it works, such as 12h or 30d, or until which date (default: a year)',
    },
    description: { type: 'string', value: 'text', summary: 'More about it' },
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
        ...{ email: self.email, password, name: args.name },
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
  `Made the API token '${name}', which works until ${expirationDate}. It is shown only this once:

  ${apiToken}

Use it at the bridge, with curl or with this tool:

  curl -H "Authorization: Bearer $TOKEN" ${address}/v2/self
  BERTH_API_TOKEN=$TOKEN BERTH_BRIDGE=${address} berth applications

\`berth tokens revoke ${apiTokenId}\` ends it.`
