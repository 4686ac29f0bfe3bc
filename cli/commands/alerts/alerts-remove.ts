import { findAlert } from '#cli/alerts/find-alert.ts'
import { defineCommand } from '#cli/define-command.ts'
import { orgOption } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'

export const alertsRemove = defineCommand({
  words: 'alerts remove',
  summary: 'Remove an alert; whoever was told that it began is told that it is over',
  arguments: [{ name: 'id', summary: 'id of the alert' }],
  options: orgOption,
  examples: ['berth alerts remove alert_0c6e0f3a-5d1c-4c1e-9f0b-3f5f6c1f7a52'],
  async handle(context) {
    const { output, options, args } = context
    const { client } = await openSession(context)
    const { ownerId, id } = await findAlert(client, options.org, args.id)
    const answer = await client.alerts.remove(ownerId, id)
    output.print(answer, () => `Removed the alert ${id}.`)
    return 0
  },
})
