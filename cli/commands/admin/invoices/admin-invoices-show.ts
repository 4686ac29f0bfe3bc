import { invoiceText } from '#cli/billing/invoice-text.ts'
import { defineCommand } from '#cli/define-command.ts'
import { openSession } from '#cli/profiles/session.ts'

export const adminInvoicesShow = defineCommand({
  words: 'admin invoices show',
  summary: 'Show an invoice of any organisation (operators only)',
  arguments: [{ name: 'number', summary: 'such as F20261101-000042' }],
  examples: ['berth admin invoices show F20261101-000042'],
  async handle(context) {
    const { output, args } = context
    const { client } = await openSession(context)
    const invoice = await client.billingOperation.invoice(args.number)
    output.print(invoice, () => invoiceText(invoice))
    return 0
  },
})
