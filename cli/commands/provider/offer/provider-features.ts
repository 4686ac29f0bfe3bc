import { defineCommand } from '#cli/define-command.ts'
import { orgOption } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { resolveProvider } from '#cli/resolve/provider.ts'
import { table } from '#cli/terminal/table.ts'

export const providerFeatures = defineCommand({
  words: 'provider features',
  summary: 'List the features of the plans of an add-on provider',
  arguments: [{ name: 'provider', summary: 'its id' }],
  options: orgOption,
  examples: ['berth provider features pigeon'],
  async handle(context) {
    const { args, options, output } = context
    const { client } = await openSession(context)
    const { offer } = await resolveProvider(client, args.provider, options.org)
    output.print(offer.features, () =>
      offer.features.length === 0
        ? `No features yet. \`berth provider features add ${offer.id} <name> <type>\` adds one.`
        : table(offer.features.map(({ name, type, name_code }) => [name, type, name_code])),
    )
    return 0
  },
})
