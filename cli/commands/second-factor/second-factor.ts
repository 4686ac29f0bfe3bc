import { defineCommand } from '#cli/define-command.ts'
import { openSession } from '#cli/profiles/session.ts'

export const secondFactor = defineCommand({
  words: 'second-factor',
  summary: 'Show whether your logins take a second factor',
  async handle(context) {
    const { client } = await openSession(context)
    const { preferredMFA } = await client.self.get()
    const kind = preferredMFA === 'NONE' ? null : preferredMFA
    context.output.print({ secondFactor: kind }, () =>
      kind
        ? 'The second factor is on: logging in takes a code of your authenticator.'
        : 'The second factor is off. `berth second-factor enable` sets one up.',
    )
    return 0
  },
})
