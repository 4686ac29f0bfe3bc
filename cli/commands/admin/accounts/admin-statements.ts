import { moneyText } from '#cli/billing/invoice-text.ts'
import { monthOption } from '#cli/billing/month.ts'
import { defineCommand } from '#cli/define-command.ts'
import { openSession } from '#cli/profiles/session.ts'
import { printable } from '#cli/terminal/printable.ts'
import { table } from '#cli/terminal/table.ts'

export const adminStatements = defineCommand({
  words: 'admin statements',
  summary: 'List what is due to each add-on provider for a month (operators only)',
  arguments: [{ name: 'month', summary: 'such as 2026-10' }],
  examples: ['berth admin statements 2026-11'],
  async handle(context) {
    const { output, args } = context
    const month = monthOption(args.month) ?? ''
    const { client } = await openSession(context)
    const all = await client.billingOperation.statements(month)
    output.print(all, () =>
      all.length > 0
        ? table(
            all.flatMap(({ provider_id, owner_id, totals }) =>
              totals.map(({ sold, platform_share, due, unpaid }) => [
                ...[printable(provider_id), owner_id, `sold ${moneyText(sold)}`],
                ...[`share ${moneyText(platform_share)}`, `due ${moneyText(due)}`],
                unpaid.amount === 0 ? '' : `customers have not paid ${moneyText(unpaid)}`,
              ]),
            ),
          )
        : `No provider has sold anything in ${month}.`,
    )
    return 0
  },
})
