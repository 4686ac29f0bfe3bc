import { moneyText } from '#cli/billing/invoice-text.ts'
import { defineCommand } from '#cli/define-command.ts'
import { openSession } from '#cli/profiles/session.ts'

export const adminInvoicesPaid = defineCommand({
  words: 'admin invoices paid',
  summary: 'Report that an invoice was paid, or a credit note paid out (operators only)',
  description: 'Once everything overdue is paid, suspended applications start again.',
  arguments: [{ name: 'number', summary: 'such as F20261101-000042' }],
  options: {
    transaction: { type: 'string', value: 'id', summary: "The bank's id of the transfer" },
  },
  examples: ['berth admin invoices paid F20261101-000042 --transaction TX-991'],
  async handle(context) {
    const { output, args, options } = context
    const { client } = await openSession(context)
    const invoice = await client.billingOperation.markPaid(args.number, options.transaction)
    output.print(
      invoice,
      () => `${invoice.invoice_number} is ${invoice.status}: ${moneyText(invoice.total_due)}.`,
    )
    return 0
  },
})
