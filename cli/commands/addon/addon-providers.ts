import { catalogueOffers } from '#cli/addons/catalogue.ts'
import { defineCommand } from '#cli/define-command.ts'
import { orgOption } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { printable } from '#cli/terminal/printable.ts'
import { table } from '#cli/terminal/table.ts'

export const addonProviders = defineCommand({
  words: 'addon providers',
  summary: 'List the providers that add-ons can be ordered from',
  options: orgOption,
  examples: ['berth addon providers'],
  async handle(context) {
    const { output, options } = context
    const { client } = await openSession(context)
    const offers = await catalogueOffers(client, options.org)
    output.print(offers, () =>
      offers.length === 0
        ? 'No add-on providers yet.'
        : table(
            offers.map(({ id, name, plans, shortDesc, status }) => [
              ...[id, printable(name), plans.map(({ slug }) => slug).join(', ')],
              printable(status === 'RELEASE' ? shortDesc : `[${status}] ${shortDesc}`),
            ]),
          ),
    )
    return 0
  },
})
