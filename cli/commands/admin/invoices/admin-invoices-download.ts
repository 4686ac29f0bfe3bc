import { saveFile } from '#cli/billing/save-file.ts'
import { defineCommand } from '#cli/define-command.ts'
import { openSession } from '#cli/profiles/session.ts'
import { Refusal } from '#cli/refusal.ts'

export const adminInvoicesDownload = defineCommand({
  words: 'admin invoices download',
  summary: 'Download an invoice of any organisation (operators only)',
  arguments: [{ name: 'number', summary: 'such as F20261101-000042' }],
  options: {
    html: { type: 'boolean', summary: 'As a page instead of a PDF' },
    output: {
      type: 'string',
      value: 'file',
      summary: 'File to write (default: named after the invoice)',
    },
  },
  examples: ['berth admin invoices download F20261101-000042 --output invoice.pdf'],
  async handle(context) {
    const { output, args, options, terminal } = context
    if (!/^[\w-]{1,40}$/.test(args.number)) {
      throw new Refusal(`'${args.number}' is not an invoice number.`)
    }
    const form = options.html ? 'html' : 'pdf'
    const { client } = await openSession(context)
    const path = await saveFile(terminal, options.output ?? `${args.number}.${form}`, (signal) =>
      client.billingOperation.openInvoice(args.number, form, signal),
    )
    output.print({ path }, () => `Saved ${path}.`)
    return 0
  },
})
