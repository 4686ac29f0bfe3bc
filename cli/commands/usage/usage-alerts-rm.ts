import { defineCommand } from '#cli/define-command.ts'
import { orgOption } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { Refusal } from '#cli/refusal.ts'
import { chooseOwner } from '#cli/resolve/owner.ts'

export const usageAlertsRm = defineCommand({
  words: 'usage alerts rm',
  summary: 'Remove the alerts at an amount',
  arguments: [{ name: 'amount', summary: 'such as 50' }],
  options: orgOption,
  examples: ['berth usage alerts rm 100 --org acme'],
  async handle(context) {
    const { output, options, args } = context
    const { client } = await openSession(context)
    const owner = chooseOwner(await client.summary.get(), options.org)
    const alerts = await client.usage.alerts(owner.id)
    const others = alerts.filter(({ amount }) => Number(amount) !== Number(args.amount))
    if (others.length === alerts.length) {
      throw new Refusal(
        `There is no alert at '${args.amount}'.`,
        '`berth usage alerts` lists them.',
      )
    }
    const left = await client.usage.setAlerts(
      owner.id,
      others.map(({ given_at: _, ...alert }) => alert),
    )
    output.print(left, () => `The alert at ${args.amount} was removed.`)
    return 0
  },
})
