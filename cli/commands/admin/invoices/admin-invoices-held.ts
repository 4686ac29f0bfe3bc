import { heldTable } from '#cli/billing/held-text.ts'
import { defineCommand } from '#cli/define-command.ts'
import { openSession } from '#cli/profiles/session.ts'

export const adminInvoicesHeld = defineCommand({
  words: 'admin invoices held',
  summary: 'List months that could not be invoiced, with the reasons (operators only)',
  examples: ['berth admin invoices held'],
  async handle(context) {
    const { output } = context
    const { client } = await openSession(context)
    const held = await client.billingOperation.held()
    output.print(held, () => (held.length > 0 ? heldTable(held) : 'Nothing is held.'))
    return 0
  },
})
