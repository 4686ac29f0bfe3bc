import { defineCommand } from '#cli/define-command.ts'
import { applicationOptions } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { Refusal } from '#cli/refusal.ts'
import { resolveApplication } from '#cli/resolve/application.ts'
import { parseDuration } from '#kit/text/duration.ts'

export const cronAdd = defineCommand({
  words: 'cron add',
  summary: 'Add a scheduled task to an application',
  description: [
    'The schedule is minute, hour, day of the month, month and day of the week, as in a crontab, or @hourly, @daily, @weekly, @monthly; in UTC.',
    'The command is a line for the shell, run in the folder of the application. It needs no deployment.',
  ].join('\n'),
  arguments: [
    { name: 'name', summary: 'what to call it' },
    { name: 'schedule', summary: 'when it runs, such as "0 3 * * *"' },
    { name: 'command', summary: 'what it runs' },
  ],
  options: {
    'every-instance': {
      type: 'boolean',
      summary: 'Run it in each instance instead of one',
    },
    timeout: {
      type: 'string',
      short: 't',
      value: 'duration',
      summary: 'End a run after this time, such as 30m; 24h by default',
    },
    ...applicationOptions,
  },
  examples: [
    'berth cron add backup "0 3 * * *" "npm run backup"',
    'berth cron add warm-cache @hourly ./warm.sh --every-instance --timeout 5m',
  ],
  async handle(context) {
    const { output, options, args } = context
    const timeout = options.timeout === undefined ? undefined : parseDuration(options.timeout)
    if (options.timeout !== undefined && timeout === undefined) {
      throw new Refusal(`'${options.timeout}' is not a duration.`, 'Use one such as 30m or 2h.')
    }
    const { client } = await openSession(context)
    const application = await resolveApplication(client, context)
    const added = await client.crons.add(application, {
      name: args.name,
      schedule: args.schedule,
      command: args.command,
      where: options['every-instance'] ? 'every instance' : 'one instance',
      timeout: timeout === undefined ? undefined : Math.round(timeout / 1000),
    })
    const next = added.nextAt === null ? 'once the application runs' : nextText(added.nextAt)
    output.print(
      added,
      () => `Added ${added.name} to ${application.name}: ${added.description} UTC, next ${next}.`,
    )
    return 0
  },
})

const nextText = (date: number) =>
  `on ${new Date(date).toISOString().slice(0, 16).replace('T', ' at ')}`
