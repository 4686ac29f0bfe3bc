import { defineCommand } from '#cli/define-command.ts'
import { readStdin } from '#cli/read-stdin.ts'
import { Refusal } from '#cli/refusal.ts'
import { chosenProfile } from '#cli/session.ts'

export const gitCredential = defineCommand({
  words: 'git-credential',
  summary: "Answer Git's question for a user name and password",
  arguments: [{ name: 'operation', summary: 'get; store and erase do nothing' }],
  hidden: true,
  async handle(context) {
    const { terminal, args } = context
    const asked = await readStdin(terminal)
    if (args.operation !== 'get') return 0
    try {
      const { credentials, git } = await chosenProfile(context)
      const { protocol, host } = fields(asked)
      if ('apiToken' in credentials) throw new Refusal('An API token cannot push.')
      if (protocol !== 'https' || (git && new URL(git).host !== host)) return 0
      terminal.out(`username=${credentials.token}\npassword=${credentials.secret}\n`)
      return 0
    } catch (error) {
      // Else Git would go on and ask the user for a password that does not exist.
      terminal.out('quit=1\n')
      throw error
    }
  },
})

const fields = (text: string): Record<string, string> =>
  Object.fromEntries(text.split('\n').map((line) => line.split(/=(.*)/s, 2)))
