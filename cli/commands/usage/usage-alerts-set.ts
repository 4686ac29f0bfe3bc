import { alertTable } from '#cli/billing/alert-text.ts'
import { defineCommand } from '#cli/define-command.ts'
import { orgOption } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { chooseOwner } from '#cli/resolve/owner.ts'

export const usageAlertsSet = defineCommand({
  words: 'usage alerts set',
  summary: 'Get an alert when the cost of a month reaches an amount',
  description: [
    'The amount is without tax. An alert is given once a month, by e-mail to administrators, accountants and the',
    'billing address, and by a POST to a webhook, which is repeated until it answers with 2xx.',
  ].join('\n'),
  arguments: [{ name: 'amount', summary: 'such as 50 or 49.90' }],
  options: {
    spent: {
      type: 'boolean',
      summary: 'When it was spent; by default as soon as the month is expected to cost as much',
    },
    webhook: { type: 'string', value: 'url', summary: 'Also call this address' },
    'no-email': { type: 'boolean', summary: 'Send no e-mail' },
    ...orgOption,
  },
  examples: [
    'berth usage alerts set 50',
    'berth usage alerts set 200 --spent --no-email --webhook https://example.org/hook',
  ],
  async handle(context) {
    const { output, options, args } = context
    const { client } = await openSession(context)
    const owner = chooseOwner(await client.summary.get(), options.org)
    const basis = options.spent ? 'spent' : 'forecast'
    const others = (await client.usage.alerts(owner.id)).filter(
      (alert) => !(Number(alert.amount) === Number(args.amount) && alert.basis === basis),
    )
    const wanted = {
      amount: args.amount,
      basis,
      by_email: !options['no-email'],
      webhook: options.webhook ?? '',
    } as const
    const alerts = await client.usage.setAlerts(owner.id, [
      ...others.map(({ given_at: _, ...alert }) => alert),
      wanted,
    ])
    output.print(alerts, () => alertTable(alerts))
    return 0
  },
})
