import { defineCommand } from '#cli/define-command.ts'
import { orgOption } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { resolveProvider } from '#cli/resolve/provider.ts'

export const providerTestersRemove = defineCommand({
  words: 'provider testers remove',
  summary: 'Remove a tester; its add-ons stay',
  arguments: [
    { name: 'provider', summary: 'its id' },
    { name: 'tester', summary: 'organisation or user id' },
  ],
  options: orgOption,
  examples: ['berth provider testers remove pigeon acme'],
  async handle(context) {
    const { args, options, output } = context
    const { client } = await openSession(context)
    const { owner, offer } = await resolveProvider(client, args.provider, options.org)
    const answer = await client.providers.deleteTester(owner.id, offer.id, args.tester)
    output.print(answer, () => answer.message)
    return 0
  },
})
