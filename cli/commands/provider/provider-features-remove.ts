import { defineCommand } from '#cli/define-command.ts'
import { orgOption } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { meantProvider } from '#cli/providers/meant-provider.ts'

export const providerFeaturesRemove = defineCommand({
  words: 'provider features remove',
  summary: 'Remove a feature, and what plans have of it',
  arguments: [
    { name: 'provider', summary: 'its id' },
    { name: 'name', summary: 'the name of the feature' },
  ],
  options: orgOption,
  async handle(context) {
    const { args, options, output } = context
    const { client } = await openSession(context)
    const { owner, offer } = await meantProvider(client, args.provider, options.org)
    const answer = await client.providers.deleteFeature(owner.id, offer.id, args.name)
    output.print(answer, () => `Removed the feature ${args.name} of ${offer.id}.`)
    return 0
  },
})
