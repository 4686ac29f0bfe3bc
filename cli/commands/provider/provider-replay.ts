import { defineCommand } from '#cli/define-command.ts'
import { orgOption } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { meantProvider } from '#cli/providers/meant-provider.ts'
import { printable } from '#cli/terminal/printable.ts'

export const providerReplay = defineCommand({
  words: 'provider deliveries replay',
  summary: 'Repeat a call of the platform to your service that went wrong',
  arguments: [
    { name: 'provider', summary: 'its id' },
    { name: 'delivery', summary: 'the id of the call, from `berth provider deliveries`' },
  ],
  options: orgOption,
  async handle(context) {
    const { args, options, output } = context
    const { client } = await openSession(context)
    const { owner, offer } = await meantProvider(client, args.provider, options.org)
    const record = await client.deliveries.replay(owner.id, offer.id, args.delivery)
    output.print(record, () =>
      record.trouble
        ? `It was repeated and went wrong again: ${printable(record.trouble)}`
        : `It was repeated; the answer was ${record.status}.`,
    )
    return record.trouble ? 1 : 0
  },
})
