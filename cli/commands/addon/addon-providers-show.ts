import { priceText } from '#cli/addons/addon-text.ts'
import { catalogueOffer } from '#cli/addons/catalogue.ts'
import { defineCommand } from '#cli/define-command.ts'
import { orgOption } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { printable } from '#cli/terminal/printable.ts'
import { table } from '#cli/terminal/table.ts'
import type { Offer, Plan } from '#client/resources/marketplace/offers.ts'

export const addonProvidersShow = defineCommand({
  words: 'addon providers show',
  summary: 'Show a provider, its plans and zones',
  arguments: [{ name: 'provider', summary: 'its id' }],
  options: orgOption,
  examples: ['berth addon providers show postgresql-addon'],
  async handle(context) {
    const { output, options, args } = context
    const { client } = await openSession(context)
    const offer = await catalogueOffer(client, args.provider, options.org)
    output.print(offer, () => offerText(offer))
    return 0
  },
})

function offerText({ id, name, shortDesc, website, regions, status, plans }: Offer): string {
  const rows = [
    ['Name', name],
    ['Id', id],
    ['Description', shortDesc],
    ['Website', website],
    ['Zones', regions.join(', ')],
    ['Stage', status],
  ].filter(([, value]) => value !== '')
  return [
    table(rows.map(([title = '', value = '']) => [title, printable(value)])),
    table(plans.map(planRow)),
  ].join('\n\n')
}

const planRow = ({ slug, name, price, features }: Plan) => [
  ...[slug, printable(name), priceText(price)],
  printable(features.map((feature) => `${feature.name}: ${feature.value}`).join(', ')),
]
