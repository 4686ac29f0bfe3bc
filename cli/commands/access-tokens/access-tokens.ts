import { defineCommand } from '#cli/define-command.ts'
import { openSession } from '#cli/profiles/session.ts'
import { printable } from '#cli/terminal/printable.ts'
import { table } from '#cli/terminal/table.ts'

export const accessTokens = defineCommand({
  words: 'access-tokens',
  summary: 'List the programs that have access to your account, and your command-line logins',
  examples: ['berth access-tokens'],
  async handle(context) {
    const { output } = context
    const { client } = await openSession(context)
    const all = await client.accessTokens.list()
    output.print(all, () =>
      table(
        all.map(({ token, consumer, expirationDate, lastUtilisation }) => [
          token,
          printable(consumer.name),
          `used ${dateOf(lastUtilisation)}`,
          `until ${dateOf(expirationDate)}`,
        ]),
      ),
    )
    return 0
  },
})

const dateOf = (date: string | number) => new Date(date).toISOString()
