import { defineCommand } from '#cli/define-command.ts'
import { nearest } from '#cli/nearest.ts'
import { applicationOptions } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { Refusal } from '#cli/refusal.ts'
import { resolveApplication } from '#cli/resolve/application.ts'
import { variableSources } from '#cli/variables/effective-variables.ts'

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
    const sources = await variableSources(client, application)
    const all = sources.flatMap(({ name: from, variables }) =>
      variables.map((each) => ({ ...each, from })),
    )
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
