import { defineCommand } from '#cli/define-command.ts'
import { orgOption } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { plansText } from '#cli/providers/offer-text.ts'
import { resolveProvider } from '#cli/resolve/provider.ts'

export const providerPlans = defineCommand({
  words: 'provider plans',
  summary: 'List the plans of an add-on provider, cheapest first',
  arguments: [{ name: 'provider', summary: 'its id' }],
  options: orgOption,
  examples: ['berth provider plans pigeon'],
  async handle(context) {
    const { args, options, output } = context
    const { client } = await openSession(context)
    const { offer } = await resolveProvider(client, args.provider, options.org)
    output.print(offer.plans, () =>
      offer.plans.length === 0
        ? `No plans yet. \`berth provider plans add ${offer.id} <slug> --price <euros>\` adds one.`
        : plansText(offer.plans),
    )
    return 0
  },
})
