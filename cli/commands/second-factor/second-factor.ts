import { defineCommand } from '#cli/define-command.ts'
import { openSession } from '#cli/profiles/session.ts'

export const secondFactor = defineCommand({
  words: 'second-factor',
  summary: 'Show whether the second factor is on',
  examples: ['berth second-factor'],
  async handle(context) {
    const { client } = await openSession(context)
    const { preferredMFA } = await client.self.get()
    const kind = preferredMFA === 'NONE' ? null : preferredMFA
    context.output.print({ secondFactor: kind }, () =>
      kind
        ? 'The second factor is on: logins need a code from your authenticator.'
        : 'The second factor is off. Turn it on with `berth second-factor enable`.',
    )
    return 0
  },
})
