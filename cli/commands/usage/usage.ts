import { monthOption } from '#cli/billing/month.ts'
import { usageText } from '#cli/billing/usage-text.ts'
import { defineCommand } from '#cli/define-command.ts'
import { orgOption } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { chooseOwner } from '#cli/resolve/owner.ts'

export const usage = defineCommand({
  words: 'usage',
  summary: 'Show what is used this month, by resource and by day, and what it costs',
  description:
    'Months are of UTC. The expected amount is what was used, and what runs now until the end of the month.',
  options: {
    month: { type: 'string', value: 'yyyy-mm', summary: 'Another month, such as 2026-10' },
    ...orgOption,
  },
  examples: ['berth usage', 'berth usage --month 2026-10 --format json'],
  async handle(context) {
    const { output, options } = context
    const month = monthOption(options.month)
    const { client } = await openSession(context)
    const owner = chooseOwner(await client.summary.get(), options.org)
    const used = await client.usage.get(owner.id, month)
    output.print(used, () => usageText(used))
    return 0
  },
})
