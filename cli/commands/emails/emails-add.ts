import { defineCommand } from '#cli/define-command.ts'
import { openSession } from '#cli/profiles/session.ts'

export const emailsAdd = defineCommand({
  words: 'emails add',
  summary: 'Add an e-mail address, which is yours once you follow the link sent there',
  arguments: [{ name: 'email', summary: 'the new address' }],
  async handle(context) {
    const { output, args } = context
    const { client } = await openSession(context)
    const answer = await client.emails.add(args.email)
    output.print(
      answer,
      () => `A link was sent to ${args.email}: the address is yours once you follow it.`,
    )
    return 0
  },
})
