import { defineCommand } from '#cli/define-command.ts'
import { orgOption } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { chooseOwner } from '#cli/resolve/owner.ts'
import { table } from '#cli/terminal/table.ts'

export const applications = defineCommand({
  words: 'applications',
  summary: 'List your applications',
  options: orgOption,
  examples: ['berth applications', 'berth applications --org acme --format json'],
  async handle(context) {
    const { terminal, output, options } = context
    const { client } = await openSession(context)
    const summary = await client.summary.get()
    const { user, organisations } = summary
    const owners = options.org
      ? [chooseOwner(summary, options.org)]
      : [...organisations.filter(({ id }) => id !== user.id), user]
    const lists = await Promise.all(
      owners.map(async ({ id, name, applications }) => ({
        id,
        name,
        applications: applications.length > 0 ? await client.applications.list(id) : [],
      })),
    )
    const filled = lists.filter(({ applications }) => applications.length > 0)
    output.print(
      lists.flatMap((list) => list.applications),
      () =>
        filled.length === 0
          ? 'No applications yet. Create one with `berth init` in the folder of its files.'
          : filled
              .map((list) =>
                [
                  terminal.paint('bold', `${list.name} (${list.id})`),
                  table(
                    list.applications.map(({ id, name, zone, instance, state }) => [
                      `  ${name}`,
                      id,
                      instance.variant.slug,
                      zone,
                      state,
                    ]),
                  ),
                ].join('\n'),
              )
              .join('\n\n'),
    )
    return 0
  },
})
