import { alertTable } from '#cli/billing/alert-text.ts'
import { defineCommand } from '#cli/define-command.ts'
import { orgOption } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { chooseOwner } from '#cli/resolve/owner.ts'

export const usageAlerts = defineCommand({
  words: 'usage alerts',
  summary: 'List the amounts at which you get an alert during a month',
  options: orgOption,
  examples: ['berth usage alerts --org acme'],
  async handle(context) {
    const { output, options } = context
    const { client } = await openSession(context)
    const owner = chooseOwner(await client.summary.get(), options.org)
    const alerts = await client.usage.alerts(owner.id)
    output.print(alerts, () =>
      alerts.length > 0
        ? alertTable(alerts)
        : 'No alerts. Set one with `berth usage alerts set <amount>`.',
    )
    return 0
  },
})
