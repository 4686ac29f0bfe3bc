import { defineCommand } from '#cli/define-command.ts'
import { orgOption } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { resolveProvider } from '#cli/resolve/provider.ts'

export const providerFeaturesRemove = defineCommand({
  words: 'provider features remove',
  summary: 'Remove a feature, also from plans',
  arguments: [
    { name: 'provider', summary: 'its id' },
    { name: 'name', summary: 'feature name' },
  ],
  options: orgOption,
  examples: ['berth provider features remove pigeon disk'],
  async handle(context) {
    const { args, options, output } = context
    const { client } = await openSession(context)
    const { owner, offer } = await resolveProvider(client, args.provider, options.org)
    const answer = await client.providers.deleteFeature(owner.id, offer.id, args.name)
    output.print(answer, () => `Removed the feature ${args.name} of ${offer.id}.`)
    return 0
  },
})
