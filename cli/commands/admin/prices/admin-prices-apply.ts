import { defineCommand } from '#cli/define-command.ts'
import { openSession } from '#cli/profiles/session.ts'
import { Refusal } from '#cli/refusal.ts'
import { readJsonFile } from '#cli/resolve/json-file.ts'

export const adminPricesApply = defineCommand({
  words: 'admin prices apply',
  summary: 'Add prices from a file, to apply from a date on (operators only)',
  description: [
    'The file is JSON with all prices; amounts are decimals as text. `berth admin prices show` prints the current one.',
    'Invoices that were issued never change, and neither do months that are over.',
  ].join('\n'),
  arguments: [{ name: 'file', summary: 'a JSON file', completes: 'files' }],
  options: {
    from: {
      type: 'string',
      value: 'date',
      summary: 'First day, at midnight UTC (default: the first of the next month)',
    },
  },
  examples: ['berth admin prices apply prices.json --from 2026-12-01'],
  async handle(context) {
    const { output, args, options, terminal } = context
    const from = options.from ?? nextMonth(Date.now())
    if (!/^\d{4}-\d\d-\d\d$/.test(from)) {
      throw new Refusal(`Invalid --from '${from}': use a date such as 2026-12-01.`)
    }
    const prices = await readJsonFile(terminal, args.file)
    const { client } = await openSession(context)
    const list = await client.billingOperation.addPriceList({ valid_from: from, prices })
    output.print(list, () => `The prices apply from ${from} on (${list.id}).`)
    return 0
  },
})

function nextMonth(now: number): string {
  const date = new Date(now)
  const next = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1)
  return new Date(next).toISOString().slice(0, 10)
}
