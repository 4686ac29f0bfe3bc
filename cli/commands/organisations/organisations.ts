import { defineCommand } from '#cli/define-command.ts'
import { openSession } from '#cli/profiles/session.ts'
import { organisationsOf } from '#cli/resolve/owner.ts'
import { table } from '#cli/terminal/table.ts'

export const organisations = defineCommand({
  words: 'organisations',
  summary: 'List the organisations you belong to, with your role in each',
  examples: ['berth organisations', 'berth organisations --format json'],
  async handle(context) {
    const { output } = context
    const { client, profile } = await openSession(context)
    const shared = organisationsOf(await client.summary.get()).map(({ id, name, role = '' }) => ({
      id,
      name,
      role,
    }))
    output.print(shared, () =>
      shared.length > 0
        ? table(
            shared.map(({ id, name, role }) => [
              name,
              id,
              role,
              id === profile.organisation ? 'default' : '',
            ]),
          )
        : 'No organisations yet. Create one with `berth organisations create <name>`.',
    )
    return 0
  },
})
