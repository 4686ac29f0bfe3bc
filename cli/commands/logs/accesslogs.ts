import { defineCommand } from '#cli/define-command.ts'
import { applicationOptions } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { resolveApplication } from '#cli/resolve/application.ts'
import { accessLogText, commonLogText } from './access-log-text.ts'
import { rangeOf, rangeOptions } from './logs.ts'

export const accesslogs = defineCommand({
  words: 'accesslogs',
  summary: 'Show the requests of visitors, and follow them',
  description: 'Follows until Ctrl-C, unless --until or --no-follow is given.',
  options: {
    'no-follow': { type: 'boolean', summary: 'Stop after the existing requests' },
    ...rangeOptions('requests'),
    clf: { type: 'boolean', summary: 'Print in the Common Log Format' },
    ...applicationOptions,
  },
  examples: [
    'berth accesslogs',
    'berth accesslogs --no-follow --limit 100',
    'berth accesslogs --since 1h --no-follow --clf',
    'berth accesslogs --since 1h --no-follow --format json',
  ],
  async handle(context) {
    const { terminal, output, options } = context
    const { client } = await openSession(context)
    const application = await resolveApplication(client, context)
    for await (const entry of client.logs.followAccess(application, rangeOf(options))) {
      // The format has no line for a connection of a TCP redirection.
      if (options.clf && !entry.http) continue
      output.printEach(entry, () =>
        options.clf ? commonLogText(entry) : accessLogText(entry, terminal),
      )
    }
    return 0
  },
})
