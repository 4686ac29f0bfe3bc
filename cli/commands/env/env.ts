import { defineCommand } from '#cli/define-command.ts'
import { applicationOptions } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { resolveApplication } from '#cli/resolve/application.ts'
import { printable } from '#cli/terminal/printable.ts'
import type { Variable } from '#client/resources/applications/environment.ts'
import { formatVariable } from '#kit/text/variable-text.ts'

export const env = defineCommand({
  words: 'env',
  summary:
    'Show the variables of an application, including those of linked add-ons and applications',
  options: applicationOptions,
  examples: ['berth env', 'berth env --app web --format json'],
  async handle(context) {
    const { output } = context
    const { client } = await openSession(context)
    const application = await resolveApplication(client, context)
    const [own, addons, dependencies] = await Promise.all([
      client.environment.list(application),
      client.environment.ofAddons(application),
      client.environment.ofDependencies(application),
    ])
    output.print({ env: own, addons, dependencies }, () =>
      [
        section(`Variables of ${application.name}`, own),
        ...addons.map((addon) => section(`From the add-on ${addon.addon_name}`, addon.env)),
        ...dependencies.map((linked) =>
          section(`From the application ${linked.app_name}`, linked.env),
        ),
      ].join('\n\n'),
    )
    return 0
  },
})

const section = (title: string, variables: readonly Variable[]) =>
  [`# ${printable(title)}`, ...variables.map(formatVariable)].join('\n')
