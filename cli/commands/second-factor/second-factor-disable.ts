import { defineCommand } from '#cli/define-command.ts'
import { openSession } from '#cli/profiles/session.ts'
import { withPassword } from '#cli/terminal/ask-password.ts'

export const secondFactorDisable = defineCommand({
  words: 'second-factor disable',
  summary: 'Turn off the second factor',
  examples: ['berth second-factor disable'],
  async handle(context) {
    const { terminal, output } = context
    const { client } = await openSession(context)
    const answer = await withPassword(terminal, client, ({ password }) =>
      client.secondFactor.remove(password),
    )
    output.print(answer, () => answer.message)
    return 0
  },
})
