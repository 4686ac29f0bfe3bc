import { moneyText } from '#cli/billing/invoice-text.ts'
import { defineCommand } from '#cli/define-command.ts'
import { openSession } from '#cli/profiles/session.ts'

export const adminInvoicesCredit = defineCommand({
  words: 'admin invoices credit',
  summary: 'Correct an invoice by a credit note, wholly or in part (operators only)',
  description: [
    'The invoice itself never changes. Credited in full, an unpaid invoice is cancelled and a paid one is refunded.',
  ].join('\n'),
  arguments: [{ name: 'number', summary: 'such as F20261101-000042' }],
  options: {
    reason: {
      type: 'string',
      value: 'text',
      summary: 'Why, as printed on the credit note',
      required: true,
    },
    amount: {
      type: 'string',
      value: 'amount',
      summary: 'Amount without tax (default: all that is left)',
    },
  },
  examples: ['berth admin invoices credit F20261101-000042 --amount 5.00 --reason "An outage"'],
  async handle(context) {
    const { output, args, options } = context
    const { client } = await openSession(context)
    const { reason, amount } = options
    const note = await client.billingOperation.credit(args.number, { reason, amount })
    output.print(
      note,
      () => `Issued the credit note ${note.invoice_number} of ${moneyText(note.total)}.`,
    )
    return 0
  },
})
