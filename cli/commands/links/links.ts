import { defineCommand } from '#cli/define-command.ts'
import { applicationOptions } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { resolveApplication } from '#cli/resolve/application.ts'
import { printable } from '#cli/terminal/printable.ts'
import { table } from '#cli/terminal/table.ts'

interface LinkRow {
  id: string
  name: string
  isLinked: boolean
}

export const links = defineCommand({
  words: 'service',
  summary: 'List the add-ons and applications linked to an application',
  options: {
    'show-all': {
      type: 'boolean',
      summary: 'Also show everything that could be linked',
    },
    ...applicationOptions,
  },
  examples: ['berth service', 'berth service --show-all'],
  async handle(context) {
    const { output, options } = context
    const { client } = await openSession(context)
    const application = await resolveApplication(client, context)
    const [applications, addons, dependents] = await Promise.all([
      client.dependencies.of(application),
      client.addons.of(application),
      client.dependencies.dependents(application),
    ])
    const [everyApplication, everyAddon] = options['show-all']
      ? await Promise.all([
          client.applications.listEntries(application.ownerId),
          client.addons.list(application.ownerId),
        ])
      : [applications, addons]
    const others = everyApplication.filter(({ id }) => id !== application.id)
    const answer = {
      applications: marked(others, applications),
      addons: marked(everyAddon, addons),
      dependents: marked(dependents, dependents),
    }
    output.print(answer, () =>
      [
        section('Add-ons', answer.addons),
        section('Applications', answer.applications),
        ...(dependents.length > 0
          ? [section(`Applications linked to ${application.name}`, answer.dependents)]
          : []),
      ].join('\n\n'),
    )
    return 0
  },
})

const marked = (
  all: readonly { id: string; name: string }[],
  linked: readonly { id: string }[],
): LinkRow[] =>
  all.map(({ id, name }) => ({ id, name, isLinked: linked.some((one) => one.id === id) }))

const section = (title: string, things: readonly LinkRow[]) =>
  [
    `${title}:`,
    things.length === 0
      ? '  none'
      : table(
          things.map(({ id, name, isLinked }) => [
            ...[`  ${printable(name)}`, id, isLinked ? 'linked' : ''],
          ]),
        ),
  ].join('\n')
