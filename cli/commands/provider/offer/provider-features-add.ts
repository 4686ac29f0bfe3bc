import { defineCommand } from '#cli/define-command.ts'
import { orgOption } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { resolveProvider } from '#cli/resolve/provider.ts'

export const providerFeaturesAdd = defineCommand({
  words: 'provider features add',
  summary: 'Add a feature that plans can have, or change its type',
  arguments: [
    { name: 'provider', summary: 'its id' },
    { name: 'name', summary: 'name shown to customers' },
    {
      name: 'type',
      summary:
        'BOOLEAN, INTERVAL, FILESIZE, NUMBER, PERCENTAGE, STRING, OBJECT, BYTES or BOOLEAN_SHARED',
    },
  ],
  options: orgOption,
  examples: ['berth provider features add pigeon Disk bytes'],
  async handle(context) {
    const { args, options, output } = context
    const { client } = await openSession(context)
    const { owner, offer } = await resolveProvider(client, args.provider, options.org)
    const wanted = { name: args.name, type: args.type.toUpperCase() }
    const feature = await client.providers.putFeature(owner.id, offer.id, wanted)
    output.print(feature, () => `${offer.id} has the feature ${feature.name} (${feature.type}).`)
    return 0
  },
})
