import { priceText } from '#cli/addons/addon-text.ts'
import { defineCommand } from '#cli/define-command.ts'
import { openSession } from '#cli/profiles/session.ts'
import { planOptions, readFeature, readPrice } from '#cli/providers/plan-options.ts'
import { resolveProvider } from '#cli/resolve/provider.ts'

const words = 'provider plans add'

export const providerPlansAdd = defineCommand({
  words,
  summary: 'Add a plan to an add-on provider',
  arguments: [
    { name: 'provider', summary: 'its id' },
    { name: 'slug', summary: 'plan slug, sent to your service with orders' },
  ],
  options: { ...planOptions, price: { ...planOptions.price, required: true } },
  examples: [
    'berth provider plans add pigeon dev --price 0',
    "berth provider plans add pigeon big --name Big --price 29.90 --feature 'Disk:BYTES=10 GB'",
  ],
  async handle(context) {
    const { args, options, output } = context
    const body = {
      name: options.name ?? args.slug,
      slug: args.slug,
      price: readPrice(options.price, words),
      features: options.feature.map((text) => readFeature(text, words)),
    }
    const { client } = await openSession(context)
    const { owner, offer } = await resolveProvider(client, args.provider, options.org)
    const plan = await client.providers.addPlan(owner.id, offer.id, body)
    output.print(
      plan,
      () => `Added the plan ${plan.slug} (${priceText(plan.price)}) to ${offer.id}.`,
    )
    return 0
  },
})
