import { defineCommand } from '#cli/define-command.ts'
import { openSession } from '#cli/profiles/session.ts'
import { table } from '#cli/terminal/table.ts'

export const adminSuspension = defineCommand({
  words: 'admin suspension',
  summary: 'List the organisations whose applications are stopped (operators only)',
  examples: ['berth admin suspension'],
  async handle(context) {
    const { output } = context
    const { client } = await openSession(context)
    const accounts = await client.billingOperation.suspended()
    output.print(accounts, () =>
      accounts.length > 0
        ? table(
            accounts.map(({ owner_id, suspended_at, suspension }) => [
              ...[owner_id, `since ${suspended_at?.slice(0, 10)}`],
              suspension === 'automatic' ? 'for an unpaid invoice' : 'by an operator',
            ]),
          )
        : 'Nobody is suspended.',
    )
    return 0
  },
})
