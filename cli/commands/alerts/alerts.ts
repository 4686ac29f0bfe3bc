import { alertLines } from '#cli/alerts/alert-text.ts'
import { defineCommand } from '#cli/define-command.ts'
import { hookListOptions, resolveHookOwner } from '#cli/events/hook-owner.ts'
import { openSession } from '#cli/profiles/session.ts'

export const alerts = defineCommand({
  words: 'alerts',
  summary: 'List alerts, and which are active',
  description:
    'Of the linked application, with those of its whole organisation; of the organisation with --org or --list-all.',
  options: hookListOptions,
  examples: ['berth alerts', 'berth alerts --org acme --format json'],
  async handle(context) {
    const { output, options } = context
    const { client } = await openSession(context)
    const { ownerId, applicationId } = await resolveHookOwner(client, context, options['list-all'])
    const shown = (await client.alerts.list(ownerId)).filter(
      ({ resourceId }) =>
        applicationId === undefined || resourceId === null || resourceId === applicationId,
    )
    output.print(shown, () =>
      shown.length > 0
        ? alertLines(shown)
        : 'No alerts. Add one with `berth alerts add <kind> <threshold>`.',
    )
    return 0
  },
})
