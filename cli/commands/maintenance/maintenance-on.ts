import { defineCommand } from '#cli/define-command.ts'
import { applicationOptions } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { Refusal } from '#cli/refusal.ts'
import { resolveApplication } from '#cli/resolve/application.ts'
import { parseDuration } from '#kit/text/duration.ts'
import { describeMaintenance } from './describe-maintenance.ts'

export const maintenanceOn = defineCommand({
  words: 'maintenance on',
  summary: 'Show visitors a page instead of the application, with status 503',
  options: {
    until: {
      type: 'string',
      value: 'duration or date',
      summary:
        'When it is expected to end, such as 2h; visitors are told, and nothing happens then',
    },
    message: { type: 'string', short: 'm', value: 'text', summary: 'What visitors are told' },
    allow: {
      type: 'string',
      value: 'address',
      multiple: true,
      summary: 'Let this address or network through, such as 192.0.2.0/24; repeatable',
    },
    'new-link': {
      type: 'boolean',
      summary: 'Make the link of a maintenance that is on worthless, and print a new one',
    },
    ...applicationOptions,
  },
  examples: [
    'berth maintenance on',
    "berth maintenance on --until 2h --message 'We are moving to a larger database.'",
    'berth maintenance on --allow 192.0.2.7 --allow 2001:db8::/32',
  ],
  async handle(context) {
    const { options, output } = context
    const { allow, message } = options
    const until = options.until === undefined ? undefined : timeIn(options.until)
    const { client } = await openSession(context)
    const application = await resolveApplication(client, context)
    const begun = await client.maintenance.begin(application, {
      until,
      message,
      // Without the option the list stays as it is.
      allowed: allow && allow.length > 0 ? allow : undefined,
      newLink: options['new-link'],
    })
    output.print(begun, () =>
      [
        describeMaintenance(application.name, begun),
        'Who opens the link reaches the application. End with `berth maintenance off`.',
      ].join('\n'),
    )
    return 0
  },
})

/** A time from now, or a date, as ISO 8601. */
function timeIn(text: string): string {
  const duration = parseDuration(text, 'm')
  const time = duration === undefined ? Date.parse(text) : Date.now() + duration
  if (Number.isNaN(time) || Math.abs(time) > 8.64e15) {
    throw new Refusal(`Invalid time '${text}': use a date or a duration such as 2h.`)
  }
  return new Date(time).toISOString()
}
