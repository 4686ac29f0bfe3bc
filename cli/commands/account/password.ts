import { defineCommand } from '#cli/define-command.ts'
import { openSession } from '#cli/profiles/session.ts'
import { Refusal } from '#cli/refusal.ts'
import { withPassword } from '#cli/terminal/ask-password.ts'
import { askSecret } from '#cli/terminal/secret.ts'
import type { Terminal } from '#cli/terminal/terminal.ts'

export const password = defineCommand({
  words: 'password',
  summary: 'Change your password',
  description:
    'Asks for the current password and twice for the new one. Without a terminal, reads them from the first two lines of standard input.',
  options: {
    'drop-tokens': {
      type: 'boolean',
      summary: 'Also revoke all access tokens and API tokens, including the login of this tool',
    },
  },
  examples: ['berth password', 'berth password --drop-tokens'],
  async handle(context) {
    const { terminal, output, options } = context
    const { client } = await openSession(context)
    const dropTokens = options['drop-tokens']
    const answer = await withPassword(terminal, client, async ({ password: oldPassword }) => {
      const newPassword = await chosenPassword(terminal)
      return client.self.changePassword({ oldPassword, newPassword, dropTokens })
    })
    output.print(answer, () => (dropTokens ? `${answer.message} Log in again.` : answer.message))
    return 0
  },
})

async function chosenPassword(terminal: Terminal): Promise<string> {
  const chosen = await askSecret(terminal, 'New password:')
  if (terminal.interactive && (await askSecret(terminal, 'Repeat the new password:')) !== chosen) {
    throw new Refusal('The passwords do not match. Nothing was changed.')
  }
  return chosen
}
