import { defineCommand } from '#cli/define-command.ts'
import { orgOption } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { offerText } from '#cli/providers/offer-text.ts'
import { resolveProvider } from '#cli/resolve/provider.ts'

export const providerShow = defineCommand({
  words: 'provider show',
  summary: 'Show an add-on provider with its plans and features',
  arguments: [{ name: 'provider', summary: 'its id' }],
  options: orgOption,
  examples: ['berth provider show pigeon'],
  async handle(context) {
    const { args, options, output, terminal } = context
    const { client } = await openSession(context)
    const { offer, owner } = await resolveProvider(client, args.provider, options.org)
    output.print({ ...offer, ownerId: owner.id }, () => offerText(terminal, offer))
    return 0
  },
})
