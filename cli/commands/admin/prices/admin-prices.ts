import { defineCommand } from '#cli/define-command.ts'
import { openSession } from '#cli/profiles/session.ts'
import { table } from '#cli/terminal/table.ts'

export const adminPrices = defineCommand({
  words: 'admin prices',
  summary: 'List the price lists by the dates from which they apply (operators only)',
  examples: ['berth admin prices'],
  async handle(context) {
    const { output } = context
    const { client } = await openSession(context)
    const lists = await client.billingOperation.priceLists()
    output.print(lists, () =>
      lists.length > 0
        ? table(
            lists.map(({ id, valid_from, is_current, prices }) => [
              ...[valid_from.replace('T00:00:00.000Z', ''), id, prices.currency],
              is_current ? 'applies now' : '',
            ]),
          )
        : 'No prices: everything is free. Add some with `berth admin prices apply <file>`.',
    )
    return 0
  },
})
