import { defineCommand } from '#cli/define-command.ts'
import { openSession } from '#cli/profiles/session.ts'

export const emailsRemove = defineCommand({
  words: 'emails remove',
  summary: 'Remove an e-mail address other than the primary one',
  arguments: [{ name: 'email', summary: 'one of your addresses' }],
  examples: ['berth emails remove ada@example.org'],
  async handle(context) {
    const { output, args } = context
    const { client } = await openSession(context)
    const answer = await client.emails.remove(args.email)
    output.print(answer, () => `Removed ${args.email}.`)
    return 0
  },
})
