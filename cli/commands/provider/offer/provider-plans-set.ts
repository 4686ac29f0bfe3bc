import { defineCommand } from '#cli/define-command.ts'
import { openSession } from '#cli/profiles/session.ts'
import { planOptions, readFeature, readPrice } from '#cli/providers/plan-options.ts'
import { Refusal } from '#cli/refusal.ts'
import { resolvePlan } from '#cli/resolve/plan.ts'
import { resolveProvider } from '#cli/resolve/provider.ts'
import type { Plan } from '#client/resources/marketplace/offers.ts'
import type { PlanInput } from '#client/resources/marketplace/providers.ts'

const words = 'provider plans set'

export const providerPlansSet = defineCommand({
  words,
  summary: 'Change a plan of an add-on provider',
  description: 'Options that are not given keep their values, including features.',
  arguments: [
    { name: 'provider', summary: 'its id' },
    { name: 'plan', summary: 'plan slug or id' },
  ],
  options: {
    ...planOptions,
    slug: { type: 'string', value: 'slug', summary: 'New slug' },
    drop: { type: 'string', value: 'feature', summary: 'Feature to remove', multiple: true },
  },
  examples: ["berth provider plans set pigeon big --price 25 --feature 'Disk=20 GB'"],
  async handle(context) {
    const { args, options, output } = context
    const { name, slug, price, feature, drop } = options
    const features = feature.map((text) => readFeature(text, words))
    const { client } = await openSession(context)
    const { owner, offer } = await resolveProvider(client, args.provider, options.org)
    const plan = resolvePlan(offer, args.plan)
    const change: Partial<PlanInput> = {
      ...(name !== undefined && { name }),
      ...(slug !== undefined && { slug }),
      ...(price !== undefined && { price: readPrice(price, words) }),
      ...(features.length + drop.length > 0 && { features: merged(plan, features, drop) }),
    }
    if (Object.keys(change).length === 0)
      throw new Refusal('Nothing to change.', 'See the options with --help.')
    const changed = await client.providers.changePlan(owner.id, offer.id, plan.id, change)
    output.print(changed, () => `Changed the plan ${changed.slug} of ${offer.id}.`)
    return 0
  },
})

/** Features of a plan with the changes applied and the removed ones dropped. */
function merged(
  plan: Plan,
  wanted: PlanInput['features'],
  drop: readonly string[],
): PlanInput['features'] {
  const unknown = drop.find((name) => !plan.features.some((feature) => feature.name === name))
  if (unknown !== undefined) throw new Refusal(`The plan ${plan.slug} has no feature '${unknown}'.`)
  const isKept = (name: string) =>
    !drop.includes(name) && !wanted.some((feature) => feature.name === name)
  const kept = plan.features
    .filter(({ name }) => isKept(name))
    .map(({ name, value, computable_value }) => ({
      name,
      value,
      ...(computable_value !== null && { computable_value }),
    }))
  return [...kept, ...wanted]
}
