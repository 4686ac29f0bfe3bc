import { heldTable } from '#cli/billing/held-text.ts'
import { defineCommand } from '#cli/define-command.ts'
import { openSession } from '#cli/profiles/session.ts'

export const adminInvoicesRun = defineCommand({
  words: 'admin invoices run',
  summary: 'Issue the invoices of all months that are over (operators only)',
  description: [
    'The platform does this every hour. A month is invoiced once, however often this command runs. Months on hold are',
    'tried again. The exit code is 1 if an invoice failed.',
  ].join('\n'),
  options: {
    until: { type: 'string', value: 'yyyy-mm', summary: 'Last month to invoice, such as 2026-10' },
  },
  examples: ['berth admin invoices run --until 2026-10'],
  async handle(context) {
    const { output, options } = context
    const { client } = await openSession(context)
    const run = await client.billingOperation.run(options.until)
    const { issued, held, failed } = run
    output.print(run, () =>
      [
        `${issued.length} issued, ${held.length} held, ${failed.length} failed.`,
        issued.join('\n'),
        held.length > 0 ? `Held:\n${heldTable(held)}` : '',
        failed.length > 0 ? `Failed; the log of the server says why:\n${failed.join('\n')}` : '',
      ]
        .filter(Boolean)
        .join('\n'),
    )
    return failed.length > 0 ? 1 : 0
  },
})
