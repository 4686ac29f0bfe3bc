import { withPassword } from '#cli/account/asked-password.ts'
import { defineCommand } from '#cli/define-command.ts'
import { openSession } from '#cli/profiles/session.ts'
import { codeText } from './code-text.ts'

export const secondFactorCodes = defineCommand({
  words: 'second-factor codes',
  summary: 'Show the backup codes that were not used yet',
  options: {
    renew: { type: 'boolean', summary: 'Make ten new ones; the others count no more' },
  },
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
