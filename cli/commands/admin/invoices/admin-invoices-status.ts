import { defineCommand } from '#cli/define-command.ts'
import { openSession } from '#cli/profiles/session.ts'

export const adminInvoicesStatus = defineCommand({
  words: 'admin invoices status',
  summary: 'Move an unpaid invoice to another state (operators only)',
  description: [
    'PENDING      awaits payment',
    'PROCESSING   a payment is under way',
    'PAYMENTHELD  a payment was refused',
    'WONTPAY      nothing is awaited any more',
    'An invoice is cancelled by a credit note: `berth admin invoices credit`.',
  ].join('\n'),
  arguments: [
    { name: 'number', summary: 'such as F20261101-000042' },
    { name: 'status', summary: 'PENDING, PROCESSING, PAYMENTHELD or WONTPAY' },
  ],
  examples: ['berth admin invoices status F20261101-000042 PAYMENTHELD'],
  async handle(context) {
    const { output, args } = context
    const { client } = await openSession(context)
    const invoice = await client.billingOperation.setStatus(args.number, args.status.toUpperCase())
    output.print(invoice, () => `${invoice.invoice_number} is ${invoice.status}.`)
    return 0
  },
})
