import { defineCommand } from '#cli/define-command.ts'
import { openSession } from '#cli/profiles/session.ts'

export const adminSuspensionSet = defineCommand({
  words: 'admin suspension set',
  summary: 'Stop the applications of an organisation, or let them run (operators only)',
  description: [
    'suspended  its applications are stopped, nothing is deleted',
    'exempt     they run, whatever is not paid',
    'automatic  due dates decide, see BERTH_BILLING_SUSPEND_AFTER',
  ].join('\n'),
  arguments: [
    { name: 'owner', summary: 'id of an organisation or user' },
    { name: 'decision', summary: 'suspended, exempt or automatic' },
  ],
  examples: ['berth admin suspension set orga_aab32389-22bc-4c25-af60-6eb525ffdc56 exempt'],
  async handle(context) {
    const { output, args } = context
    const { client } = await openSession(context)
    const account = await client.billingOperation.decideSuspension(args.owner, args.decision)
    output.print(account, () =>
      account.suspended_at === null
        ? `The applications of ${account.owner_id} run (${account.suspension}).`
        : `The applications of ${account.owner_id} are stopped (${account.suspension}).`,
    )
    return 0
  },
})
