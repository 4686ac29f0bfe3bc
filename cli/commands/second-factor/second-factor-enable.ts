import { defineCommand } from '#cli/define-command.ts'
import { openSession } from '#cli/profiles/session.ts'
import { withPassword } from '#cli/terminal/ask-password.ts'
import { askSecret } from '#cli/terminal/secret.ts'
import { codeText } from './code-text.ts'
import { qrText } from './qr-text.ts'

export const secondFactorEnable = defineCommand({
  words: 'second-factor enable',
  summary: 'Set up a second factor for your logins',
  description:
    'Asks for your password, shows a QR code for your authenticator app, and asks for its code. Without a terminal, reads both from standard input.\n' +
    'Prints ten backup codes for when you lose the authenticator.',
  options: {
    'revoke-tokens': {
      type: 'boolean',
      summary: 'Revoke all other logins, access tokens and API tokens',
    },
  },
  examples: ['berth second-factor enable'],
  async handle(context) {
    const { terminal, output, options } = context
    const { client } = await openSession(context)
    const codes = await withPassword(terminal, client, async ({ password }) => {
      const { url, qr } = await client.secondFactor.begin(password)
      const secret = new URL(url).searchParams.get('secret') ?? ''
      output.tell(`Scan this QR code with your authenticator app, or enter the key.

${qrText(terminal, qr)}

Key: ${secret.replace(/(.{4})(?=.)/g, '$1 ')}
`)
      const code = await askSecret(terminal, 'Code from your authenticator:')
      await client.secondFactor.confirm(password, {
        code,
        revokeTokens: options['revoke-tokens'],
      })
      return client.secondFactor.backupCodes(password)
    })
    output.print(codes, () => `The second factor is on.\n${codeText(codes)}`)
    return 0
  },
})
