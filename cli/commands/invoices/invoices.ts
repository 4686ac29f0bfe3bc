import { invoiceTable } from '#cli/billing/invoice-text.ts'
import { defineCommand } from '#cli/define-command.ts'
import { orgOption } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { chooseOwner } from '#cli/resolve/owner.ts'

export const invoices = defineCommand({
  words: 'invoices',
  summary: 'List the invoices of an organisation, newest first',
  description: 'For administrators and accountants.',
  options: {
    unpaid: { type: 'boolean', summary: 'Only those that wait for payment, oldest first' },
    since: { type: 'string', value: 'date', summary: 'Only those issued from this date on' },
    ...orgOption,
  },
  examples: ['berth invoices', 'berth invoices --unpaid', 'berth invoices --since 2026-01-01'],
  async handle(context) {
    const { output, options } = context
    const { client } = await openSession(context)
    const owner = chooseOwner(await client.summary.get(), options.org)
    const all = options.unpaid
      ? await client.invoices.unpaid(owner.id)
      : await client.invoices.list(owner.id, { since: options.since })
    output.print(all, () => (all.length > 0 ? invoiceTable(all) : 'No invoices.'))
    return 0
  },
})
