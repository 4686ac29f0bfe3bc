import { defineCommand } from '#cli/define-command.ts'
import { applicationOptions } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { resolveApplication } from '#cli/resolve/application.ts'
import { accessLogText, commonLogText } from './access-log-text.ts'
import { count, moment } from './logs.ts'

export const accesslogs = defineCommand({
  words: 'accesslogs',
  summary: 'Show the requests of visitors, and follow them',
  description: 'Follows until Ctrl-C, unless --before or --no-follow is given.',
  options: {
    'no-follow': { type: 'boolean', summary: 'Stop after the existing requests' },
    after: {
      type: 'string',
      value: 'moment',
      summary: 'Only requests after this time: a date, or a duration such as 10m',
    },
    before: {
      type: 'string',
      value: 'moment',
      summary: 'Only requests before this time, then stop',
    },
    limit: {
      type: 'string',
      short: 'n',
      value: 'count',
      summary: 'Maximum number of existing requests',
    },
    clf: { type: 'boolean', summary: 'Print in the Common Log Format' },
    ...applicationOptions,
  },
  examples: [
    'berth accesslogs',
    'berth accesslogs --no-follow --limit 100',
    'berth accesslogs --after 1h --no-follow --clf',
    'berth accesslogs --after 1h --no-follow --format json',
  ],
  async handle(context) {
    const { terminal, output, options } = context
    const until = options.before ?? (options['no-follow'] ? '0s' : undefined)
    const filter = {
      since: options.after && moment(options.after),
      until: until && moment(until),
      limit: options.limit === undefined ? undefined : count(options.limit),
    }
    const { client } = await openSession(context)
    const application = await resolveApplication(client, context)
    for await (const entry of client.logs.followAccess(application, filter)) {
      // The format has no line for a connection of a TCP redirection.
      if (options.clf && !entry.http) continue
      output.printEach(entry, () =>
        options.clf ? commonLogText(entry) : accessLogText(entry, terminal),
      )
    }
    return 0
  },
})
