import { defineCommand } from '#cli/define-command.ts'
import { orgOption } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { resolveProvider } from '#cli/resolve/provider.ts'
import { printable } from '#cli/terminal/printable.ts'

export const providerReplay = defineCommand({
  words: 'provider deliveries replay',
  summary: 'Repeat a failed call to your service',
  arguments: [
    { name: 'provider', summary: 'its id' },
    { name: 'delivery', summary: 'call id, from `berth provider deliveries`' },
  ],
  options: orgOption,
  examples: [
    'berth provider deliveries replay pigeon delivery_8f14e45f-ceea-467f-a9b5-1f2e3d4c5b6a',
  ],
  async handle(context) {
    const { args, options, output } = context
    const { client } = await openSession(context)
    const { owner, offer } = await resolveProvider(client, args.provider, options.org)
    const record = await client.deliveries.replay(owner.id, offer.id, args.delivery)
    output.print(record, () =>
      record.trouble
        ? `The repeated call failed again: ${printable(record.trouble)}`
        : `Repeated the call; the service answered ${record.status}.`,
    )
    return record.trouble ? 1 : 0
  },
})
