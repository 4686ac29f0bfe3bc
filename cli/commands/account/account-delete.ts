import { defineCommand } from '#cli/define-command.ts'
import { forgetProfile } from '#cli/profiles/profile.ts'
import { openSession } from '#cli/profiles/session.ts'
import { withPassword } from '#cli/terminal/ask-password.ts'
import { confirm } from '#cli/terminal/confirm.ts'

export const accountDelete = defineCommand({
  words: 'account delete',
  summary: 'Delete your account permanently',
  description:
    'Fails while the account owns something or is the last administrator of an organisation; the message says what.\n' +
    'Without a terminal the password is the first line of standard input, and --yes is needed.',
  options: { yes: { type: 'boolean', short: 'y', summary: 'Do not ask for confirmation' } },
  examples: ['berth account delete'],
  async handle(context) {
    const { terminal, output, options } = context
    const { client, profile } = await openSession(context)
    const answer = await withPassword(terminal, client, async ({ self, password }) => {
      const question = `Type '${self.email}' to permanently delete the account:`
      if (!options.yes) await confirm(terminal, question, self.email)
      return client.self.delete(password)
    })
    await forgetProfile(terminal, profile.name)
    output.print(answer, () => answer.message)
    return 0
  },
})
