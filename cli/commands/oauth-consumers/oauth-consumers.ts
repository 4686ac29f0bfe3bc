import { defineCommand } from '#cli/define-command.ts'
import { orgOption } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { chooseOwner } from '#cli/resolve/owner.ts'
import { table } from '#cli/terminal/table.ts'

export const oauthConsumers = defineCommand({
  words: 'oauth-consumers',
  summary: 'List your OAuth 1 consumers',
  options: orgOption,
  examples: ['berth oauth-consumers', 'berth oauth-consumers --org acme --format json'],
  async handle(context) {
    const { terminal, output, options } = context
    const { client } = await openSession(context)
    const summary = await client.summary.get()
    const { user, organisations } = summary
    const owners = options.org
      ? [chooseOwner(summary, options.org)]
      : [...organisations.filter(({ id }) => id !== user.id), user]
    const filled = owners.filter(({ consumers }) => consumers.length > 0)
    output.print(
      filled.flatMap(({ id, consumers }) => consumers.map((each) => ({ ownerId: id, ...each }))),
      () =>
        filled.length === 0
          ? 'No OAuth consumers yet. Create one with `berth oauth-consumers create <name> --base-url <url>`.'
          : filled
              .map(({ id, name, consumers }) =>
                [
                  terminal.paint('bold', `${name} (${id})`),
                  table(consumers.map((each) => [`  ${each.name}`, each.key, each.url ?? ''])),
                ].join('\n'),
              )
              .join('\n\n'),
    )
    return 0
  },
})
