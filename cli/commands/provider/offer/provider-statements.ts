import { monthOption } from '#cli/billing/month.ts'
import { saveFile } from '#cli/billing/save-file.ts'
import { statementText } from '#cli/billing/statement-text.ts'
import { defineCommand } from '#cli/define-command.ts'
import { orgOption } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { Refusal } from '#cli/refusal.ts'
import { chooseOwner } from '#cli/resolve/owner.ts'
import { listOffers } from '#cli/resolve/provider.ts'
import type { Client } from '#client/client.ts'

export const providerStatements = defineCommand({
  words: 'provider statements',
  summary: 'Show what your add-on provider has sold in a month, and what is due to you',
  description: [
    "For administrators and accountants of the provider's organisation. A statement is of a month that is over and was",
    "invoiced; its lines are those of the customers' invoices. Without --month, the last one.",
  ].join('\n'),
  arguments: [{ name: 'provider', summary: 'its id' }],
  options: {
    month: { type: 'string', value: 'yyyy-mm', summary: 'Such as 2026-10' },
    pdf: { type: 'boolean', summary: 'Save it as PDF' },
    csv: { type: 'boolean', summary: 'Save its lines as CSV' },
    output: { type: 'string', value: 'file', summary: 'File to write with --pdf or --csv' },
    ...orgOption,
  },
  examples: [
    'berth provider statements pigeon',
    'berth provider statements pigeon --month 2026-10 --pdf',
  ],
  async handle(context) {
    const { args, options, output, terminal } = context
    if (options.pdf && options.csv) throw new Refusal('Choose one of --pdf and --csv.')
    const wanted = monthOption(options.month)
    const { client } = await openSession(context)
    const owner = await ownerOf(client, args.provider, options.org)
    const [newest] =
      wanted === undefined ? await client.statements.months(owner.id, args.provider) : []
    const month = wanted ?? newest?.month
    if (month === undefined) {
      throw new Refusal('There is no statement yet: no month has been invoiced.')
    }
    if (options.pdf || options.csv) {
      const file = `${month}.${options.csv ? 'csv' : 'pdf'}` as const
      const name = options.output ?? `${args.provider}-${file}`
      const path = await saveFile(terminal, name, (signal) =>
        client.statements.open(owner.id, args.provider, file, signal),
      )
      output.print({ path }, () => `Saved ${path}.`)
      return 0
    }
    const statement = await client.statements.get(owner.id, args.provider, month)
    output.print(statement, () => statementText(statement))
    return 0
  },
})

/** Accountants cannot list the providers of their organisation, so theirs is the chosen one. */
async function ownerOf(client: Client, providerId: string, org: string | undefined) {
  const offers = await listOffers(client, org)
  const found = offers.find(({ offer }) => offer.id === providerId)
  return found?.owner ?? chooseOwner(await client.summary.get(), org)
}
