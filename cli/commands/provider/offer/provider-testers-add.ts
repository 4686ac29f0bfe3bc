import { defineCommand } from '#cli/define-command.ts'
import { orgOption } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { resolveProvider } from '#cli/resolve/provider.ts'

export const providerTestersAdd = defineCommand({
  words: 'provider testers add',
  summary: 'Let an organisation order from an add-on provider during its private beta',
  description: 'Testers can find their id with `berth organisations`.',
  arguments: [
    { name: 'provider', summary: 'its id' },
    { name: 'tester', summary: 'organisation id (orga_…) or user id (user_…)' },
  ],
  options: orgOption,
  examples: ['berth provider testers add pigeon acme'],
  async handle(context) {
    const { args, options, output } = context
    const { client } = await openSession(context)
    const { owner, offer } = await resolveProvider(client, args.provider, options.org)
    const answer = await client.providers.addTester(owner.id, offer.id, args.tester)
    output.print(answer, () => answer.message)
    return 0
  },
})
