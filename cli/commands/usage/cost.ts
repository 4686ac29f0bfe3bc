import { costText } from '#cli/billing/cost-text.ts'
import { defineCommand } from '#cli/define-command.ts'
import { applicationOptions } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { UsageError } from '#cli/refusal.ts'
import { resolveAddon } from '#cli/resolve/addon.ts'
import { resolveApplication } from '#cli/resolve/application.ts'

export const cost = defineCommand({
  words: 'cost',
  summary: 'Show what an application or an add-on costs this month, and what a change would cost',
  description:
    'Amounts are without tax, discounts and credits. The expected amount is what was used, and what runs now until the end of the month (UTC).',
  options: {
    addon: { type: 'string', value: 'addon', summary: 'Of an add-on: its id or name' },
    flavor: { type: 'string', value: 'size', summary: 'What instances of this size would cost' },
    instances: { type: 'string', value: 'number', summary: 'What so many instances would cost' },
    plan: { type: 'string', value: 'plan', summary: 'What this plan of the add-on would cost' },
    ...applicationOptions,
  },
  examples: [
    'berth cost',
    'berth cost --flavor L --instances 2',
    'berth cost --addon shop-db --plan m_sml --format json',
  ],
  async handle(context) {
    const { output, options } = context
    const { addon, plan, flavor, instances } = options
    if (addon === undefined && plan !== undefined) throw new UsageError('--plan needs --addon.')
    if (addon !== undefined && (flavor !== undefined || instances !== undefined)) {
      throw new UsageError('--flavor and --instances are for applications.')
    }
    if (instances !== undefined && !/^[1-9]\d?$/.test(instances)) {
      throw new UsageError(`--instances must be a number from 1 to 99, not '${instances}'.`)
    }
    const { client } = await openSession(context)
    if (addon !== undefined) {
      const found = resolveAddon(await client.summary.get(), addon, options.org)
      const costs = await client.usage.costOfAddon(found, plan)
      output.print(costs, () => costText(found.name, costs))
      return 0
    }
    const application = await resolveApplication(client, context)
    const count = instances === undefined ? undefined : Number(instances)
    const costs = await client.usage.costOfApplication(application, {
      minInstances: count,
      maxInstances: count,
      minFlavor: flavor,
      maxFlavor: flavor,
    })
    output.print(costs, () => costText(application.name, costs))
    return 0
  },
})
