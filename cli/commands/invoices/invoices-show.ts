import { invoiceText } from '#cli/billing/invoice-text.ts'
import { defineCommand } from '#cli/define-command.ts'
import { orgOption } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { chooseOwner } from '#cli/resolve/owner.ts'

export const invoicesShow = defineCommand({
  words: 'invoices show',
  summary: 'Show an invoice with its lines and totals',
  arguments: [{ name: 'number', summary: 'such as F20261101-000042' }],
  options: orgOption,
  examples: ['berth invoices show F20261101-000042'],
  async handle(context) {
    const { output, options, args } = context
    const { client } = await openSession(context)
    const owner = chooseOwner(await client.summary.get(), options.org)
    const invoice = await client.invoices.get(owner.id, args.number)
    output.print(invoice, () => invoiceText(invoice))
    return 0
  },
})
