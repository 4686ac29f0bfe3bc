import { defineCommand } from '#cli/define-command.ts'
import { openSession } from '#cli/profiles/session.ts'

export const adminPricesRm = defineCommand({
  words: 'admin prices rm',
  summary: 'Remove a price list that does not apply yet (operators only)',
  arguments: [{ name: 'id', summary: 'its id' }],
  examples: ['berth admin prices rm prices_c20ad4d7-6fe9-4759-aa27-a0c99bff6710'],
  async handle(context) {
    const { output, args } = context
    const { client } = await openSession(context)
    const answer = await client.billingOperation.removePriceList(args.id)
    output.print(answer, () => answer.message)
    return 0
  },
})
