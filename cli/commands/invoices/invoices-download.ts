import { saveFile } from '#cli/billing/save-file.ts'
import { defineCommand } from '#cli/define-command.ts'
import { orgOption } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { Refusal } from '#cli/refusal.ts'
import { chooseOwner } from '#cli/resolve/owner.ts'

export const invoicesDownload = defineCommand({
  words: 'invoices download',
  summary: 'Download an invoice as PDF, as a page or as CSV',
  description: 'The PDF is PDF/A-3 and has the invoice for programs inside (Factur-X).',
  arguments: [{ name: 'number', summary: 'such as F20261101-000042' }],
  options: {
    html: { type: 'boolean', summary: 'As a page' },
    csv: { type: 'boolean', summary: 'Its lines as CSV' },
    output: {
      type: 'string',
      value: 'file',
      summary: 'File to write (default: named after the invoice)',
    },
    ...orgOption,
  },
  examples: [
    'berth invoices download F20261101-000042',
    'berth invoices download F20261101-000042 --html --output invoice.html',
  ],
  async handle(context) {
    const { output, options, args, terminal } = context
    if (options.html && options.csv) throw new Refusal('Choose one of --html and --csv.')
    if (!/^[\w-]{1,40}$/.test(args.number)) {
      throw new Refusal(
        `'${args.number}' is not an invoice number.`,
        '`berth invoices` lists them.',
      )
    }
    const form = options.html ? 'html' : options.csv ? 'csv' : 'pdf'
    const { client } = await openSession(context)
    const owner = chooseOwner(await client.summary.get(), options.org)
    const name = options.output ?? `${args.number}.${form}`
    const path = await saveFile(terminal, name, (signal) =>
      client.invoices.open(owner.id, args.number, form, signal),
    )
    output.print({ path }, () => `Saved ${path}.`)
    return 0
  },
})
