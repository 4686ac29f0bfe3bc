import { invoiceTable } from '#cli/billing/invoice-text.ts'
import { defineCommand } from '#cli/define-command.ts'
import { openSession } from '#cli/profiles/session.ts'
import { Refusal } from '#cli/refusal.ts'

export const adminInvoices = defineCommand({
  words: 'admin invoices',
  summary: 'List the invoices of all organisations, newest first (operators only)',
  options: {
    status: {
      type: 'string',
      value: 'status',
      summary: 'Only those in a state',
      choices: ['PENDING', 'PROCESSING', 'PAYMENTHELD', 'PAID', 'CANCELED', 'REFUNDED', 'WONTPAY'],
    },
    since: { type: 'string', value: 'date', summary: 'Only those issued from this date on' },
    limit: { type: 'string', value: 'n', summary: 'At most so many', default: '100' },
  },
  examples: ['berth admin invoices --status PENDING --limit 20'],
  async handle(context) {
    const { output, options } = context
    const { limit, since, status } = options
    if (!/^[1-9]\d{0,3}$/.test(limit)) {
      throw new Refusal(`Invalid --limit '${limit}': use a number from 1 to 1000.`)
    }
    const { client } = await openSession(context)
    const all = await client.billingOperation.invoices({ limit, since, status })
    output.print(all, () => (all.length > 0 ? invoiceTable(all, true) : 'No invoices.'))
    return 0
  },
})
