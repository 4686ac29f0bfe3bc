import { defineCommand } from '#cli/define-command.ts'
import { openSession } from '#cli/profiles/session.ts'
import { table } from '#cli/terminal/table.ts'

export const emails = defineCommand({
  words: 'emails',
  summary: 'List your e-mail addresses',
  examples: ['berth emails'],
  async handle(context) {
    const { output } = context
    const { client } = await openSession(context)
    const [{ email: primary }, all] = await Promise.all([client.self.get(), client.emails.list()])
    const secondary = all.filter((email) => email !== primary)
    output.print({ primary, secondary }, () =>
      table([[primary, 'primary'], ...secondary.map((email) => [email])]),
    )
    return 0
  },
})
