import { defineCommand } from '#cli/define-command.ts'
import { orgOption } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { resolveProvider } from '#cli/resolve/provider.ts'

export const providerTesters = defineCommand({
  words: 'provider testers',
  summary: 'List who may order from an add-on provider during its private beta',
  arguments: [{ name: 'provider', summary: 'its id' }],
  options: orgOption,
  examples: ['berth provider testers pigeon'],
  async handle(context) {
    const { args, options, output } = context
    const { client } = await openSession(context)
    const { owner, offer } = await resolveProvider(client, args.provider, options.org)
    const testers = await client.providers.testers(owner.id, offer.id)
    output.print(testers, () =>
      testers.length === 0
        ? `No testers yet. \`berth provider testers add ${offer.id} <organisation id>\` adds one.`
        : testers.map(({ id }) => id).join('\n'),
    )
    return 0
  },
})
