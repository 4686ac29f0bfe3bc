import { defineCommand } from '#cli/define-command.ts'
import { orgOption } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { resolvePlan } from '#cli/resolve/plan.ts'
import { resolveProvider } from '#cli/resolve/provider.ts'

export const providerPlansRemove = defineCommand({
  words: 'provider plans remove',
  summary: 'Remove a plan that no add-on has',
  arguments: [
    { name: 'provider', summary: 'its id' },
    { name: 'plan', summary: 'plan slug or id' },
  ],
  options: orgOption,
  examples: ['berth provider plans remove pigeon small'],
  async handle(context) {
    const { args, options, output } = context
    const { client } = await openSession(context)
    const { owner, offer } = await resolveProvider(client, args.provider, options.org)
    const { id, slug } = resolvePlan(offer, args.plan)
    const answer = await client.providers.deletePlan(owner.id, offer.id, id)
    output.print(answer, () => `Removed the plan ${slug} of ${offer.id}.`)
    return 0
  },
})
