import { defineCommand } from '#cli/define-command.ts'
import { openSession } from '#cli/profiles/session.ts'
import { withPassword } from '#cli/terminal/ask-password.ts'
import { codeText } from './code-text.ts'

export const secondFactorCodes = defineCommand({
  words: 'second-factor codes',
  summary: 'Show the unused backup codes',
  options: {
    renew: { type: 'boolean', summary: 'Create ten new codes; the old ones stop working' },
  },
  examples: ['berth second-factor codes', 'berth second-factor codes --renew'],
  async handle(context) {
    const { terminal, output, options } = context
    const { client } = await openSession(context)
    const codes = await withPassword(terminal, client, ({ password }) =>
      options.renew
        ? client.secondFactor.renewBackupCodes(password)
        : client.secondFactor.backupCodes(password),
    )
    output.print(codes, () => codeText(codes))
    return 0
  },
})
