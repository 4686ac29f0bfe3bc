import { defineCommand } from '#cli/define-command.ts'
import { openSession } from '#cli/profiles/session.ts'

export const emailsAdd = defineCommand({
  words: 'emails add',
  summary: 'Add an e-mail address; a confirmation link is sent to it',
  arguments: [{ name: 'email', summary: 'the new address' }],
  examples: ['berth emails add ada@example.org'],
  async handle(context) {
    const { output, args } = context
    const { client } = await openSession(context)
    const answer = await client.emails.add(args.email)
    output.print(
      answer,
      () => `Sent a confirmation link to ${args.email}. Open it to add the address.`,
    )
    return 0
  },
})
