import { defineCommand } from '#cli/define-command.ts'
import { nearest } from '#cli/nearest.ts'
import { applicationOptions } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { Refusal } from '#cli/refusal.ts'
import { resolveApplication } from '#cli/resolve/application.ts'

export const envGet = defineCommand({
  words: 'env get',
  summary: 'Print the value of a variable, as the application sees it',
  description:
    'Variables of the application override those of linked applications, which override those of linked add-ons.',
  arguments: [{ name: 'name', summary: 'variable name' }],
  options: applicationOptions,
  examples: ['psql "$(berth env get POSTGRESQL_ADDON_URI)"'],
  async handle(context) {
    const { output, args } = context
    const { client } = await openSession(context)
    const application = await resolveApplication(client, context)
    const [own, dependencies, addons] = await Promise.all([
      client.environment.list(application),
      client.environment.ofDependencies(application),
      client.environment.ofAddons(application),
    ])
    const sources = [
      { from: application.name, env: own },
      ...dependencies.map(({ app_name: from, env }) => ({ from, env })),
      ...addons.map(({ addon_name: from, env }) => ({ from, env })),
    ]
    const all = sources.flatMap(({ from, env }) => env.map((each) => ({ ...each, from })))
    const found = all.find(({ name }) => name === args.name)
    if (!found) {
      const names = all.map(({ name }) => name)
      const meant = nearest(args.name, names)
      throw new Refusal(
        `${application.name} has no variable '${args.name}'.`,
        meant ? `Did you mean '${meant}'?` : '`berth env` lists them.',
      )
    }
    output.print({ name: found.name, value: found.value, from: found.from }, () => found.value)
    return 0
  },
})
