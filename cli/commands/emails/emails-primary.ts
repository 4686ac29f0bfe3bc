import { defineCommand } from '#cli/define-command.ts'
import { openSession } from '#cli/profiles/session.ts'

export const emailsPrimary = defineCommand({
  words: 'emails primary',
  summary: 'Make one of your e-mail addresses the primary one',
  arguments: [{ name: 'email', summary: 'one of your addresses' }],
  examples: ['berth emails primary ada@example.org'],
  async handle(context) {
    const { output, args } = context
    const { client } = await openSession(context)
    const answer = await client.emails.makePrimary(args.email)
    output.print(answer, () => `${args.email} is now your primary address.`)
    return 0
  },
})
