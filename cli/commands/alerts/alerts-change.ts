import { alertOptions, numberOption } from '#cli/alerts/alert-options.ts'
import { findAlert } from '#cli/alerts/find-alert.ts'
import { defineCommand } from '#cli/define-command.ts'
import { listed } from '#cli/events/hook-owner.ts'
import { orgOption } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { conditionText } from '#protocol/alerts.ts'

export const alertsChange = defineCommand({
  words: 'alerts change',
  summary: 'Change threshold, minutes or targets of an alert',
  arguments: [{ name: 'id', summary: 'id of the alert' }],
  options: {
    threshold: { type: 'string', value: 'number', summary: 'Percent, milliseconds or days' },
    ...alertOptions,
    ...orgOption,
  },
  examples: ['berth alerts change alert_0c6e0f3a-5d1c-4c1e-9f0b-3f5f6c1f7a52 --threshold 10'],
  async handle(context) {
    const { output, options, args } = context
    const threshold = numberOption('--threshold', options.threshold)
    const minutes = numberOption('--minutes', options.minutes)
    const { client } = await openSession(context)
    const alert = await findAlert(client, options.org, args.id)
    const targets = options.to === undefined ? (alert.targets ?? []) : listed(options.to)
    const changed = await client.alerts.change(alert.ownerId, alert.id, {
      threshold: threshold ?? alert.threshold,
      minutes: minutes ?? alert.minutes,
      targets,
    })
    output.print(changed, () => `Changed the alert ${changed.id}: ${conditionText(changed)}.`)
    return 0
  },
})
