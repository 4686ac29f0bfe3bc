import { moneyText } from '#cli/billing/invoice-text.ts'
import { defineCommand } from '#cli/define-command.ts'
import { openSession } from '#cli/profiles/session.ts'

export const adminCreditsGrant = defineCommand({
  words: 'admin credits grant',
  summary: 'Book credit that an organisation has prepaid (operators only)',
  description: 'The next invoices are paid from it. A negative amount, after --, takes it back.',
  arguments: [
    { name: 'owner', summary: 'id of an organisation or user' },
    { name: 'amount', summary: 'such as 50.00' },
  ],
  options: {
    reason: { type: 'string', value: 'text', summary: 'What it is for', required: true },
    currency: { type: 'string', value: 'code', summary: 'Default: that of the prices' },
  },
  examples: ['berth admin credits grant orga_… 50.00 --reason "Transfer of 3 November"'],
  async handle(context) {
    const { output, args, options } = context
    const { client } = await openSession(context)
    const { reason, currency } = options
    const { amount } = args
    const given = await client.billingOperation.grantCredit(args.owner, {
      amount,
      reason,
      currency,
    })
    output.print(given, () => `The credit of ${given.owner_id} is now ${moneyText(given.balance)}.`)
    return 0
  },
})
