import { defineCommand } from '#cli/define-command.ts'
import { orgOption } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { listOffers } from '#cli/resolve/provider.ts'
import { printable } from '#cli/terminal/printable.ts'
import { table } from '#cli/terminal/table.ts'
import type { Offer } from '#client/resources/marketplace/providers.ts'

export const provider = defineCommand({
  words: 'provider',
  summary: 'List the add-on providers of your organisations',
  options: {
    all: { type: 'boolean', summary: 'Every provider of the platform (operators only)' },
    ...orgOption,
  },
  examples: ['berth provider', 'berth provider --all'],
  async handle(context) {
    const { output, options } = context
    const { client } = await openSession(context)
    const all = options.all
      ? await client.providers.listAll()
      : (await listOffers(client, options.org)).map(({ owner, offer }) => ({
          ...offer,
          ownerId: owner.id,
        }))
    output.print(all, () =>
      all.length === 0
        ? 'No add-on providers yet. `berth provider init` writes a manifest for one.'
        : printable(table(all.map(row))),
    )
    return 0
  },
})

const row = ({ id, name, status, plans, ownerId }: Offer & { ownerId: string }) => [
  ...[id, name, status],
  plans.length === 1 ? '1 plan' : `${plans.length} plans`,
  ownerId,
]
