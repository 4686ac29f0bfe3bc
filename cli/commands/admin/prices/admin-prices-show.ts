import { defineCommand } from '#cli/define-command.ts'
import { openSession } from '#cli/profiles/session.ts'

export const adminPricesShow = defineCommand({
  words: 'admin prices show',
  summary: 'Show a price list as the file it was made from (operators only)',
  arguments: [
    { name: 'id', summary: 'its id; by default the one that applies now', optional: true },
  ],
  examples: ['berth admin prices show > prices.json'],
  async handle(context) {
    const { output, args } = context
    const { client } = await openSession(context)
    const list = await client.billingOperation.priceList(args.id ?? 'current')
    output.print(list, () => JSON.stringify(list.prices, null, 2))
    return 0
  },
})
