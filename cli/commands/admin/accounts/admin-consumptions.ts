import { consumptionTable } from '#cli/billing/held-text.ts'
import { defineCommand } from '#cli/define-command.ts'
import { openSession } from '#cli/profiles/session.ts'

export const adminConsumptions = defineCommand({
  words: 'admin consumptions',
  summary: "List providers' charges that wait for your decision (operators only)",
  description: 'Charges that are negative or above BERTH_BILLING_MAX_CONSUMPTION are held.',
  examples: ['berth admin consumptions'],
  async handle(context) {
    const { output } = context
    const { client } = await openSession(context)
    const held = await client.billingOperation.heldConsumptions()
    output.print(held, () => (held.length > 0 ? consumptionTable(held) : 'Nothing is held.'))
    return 0
  },
})
