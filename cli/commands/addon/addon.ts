import { defineCommand } from '#cli/define-command.ts'
import { orgOption } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { chooseOwner } from '#cli/resolve/owner.ts'
import { table } from '#cli/terminal/table.ts'

export const addon = defineCommand({
  words: 'addon',
  summary: 'List your add-ons',
  options: orgOption,
  examples: ['berth addon', 'berth addon --org acme --format json'],
  async handle(context) {
    const { terminal, output, options } = context
    const { client } = await openSession(context)
    const summary = await client.summary.get()
    const { user, organisations } = summary
    const owners = options.org
      ? [chooseOwner(summary, options.org)]
      : [...organisations.filter(({ id }) => id !== user.id), user]
    const all = await Promise.all(
      owners
        .filter(({ addons }) => addons.length > 0)
        .map(async (owner) => ({ owner, addons: await client.addons.list(owner.id) })),
    )
    output.print(
      all.flatMap(({ owner, addons }) => addons.map((each) => ({ ownerId: owner.id, ...each }))),
      () =>
        all.length === 0
          ? 'No add-ons yet. `berth addon providers` lists the providers.'
          : all
              .map(({ owner, addons }) =>
                [
                  terminal.paint('bold', `${owner.name} (${owner.id})`),
                  table(
                    addons.map((each) => [
                      ...[`  ${each.name}`, each.provider.id, each.plan.slug, each.region],
                      ...[each.state, each.id],
                    ]),
                  ),
                ].join('\n'),
              )
              .join('\n\n'),
    )
    return 0
  },
})
