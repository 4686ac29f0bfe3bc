import { cronCells, cronHeadings } from '#cli/crons/cron-text.ts'
import { defineCommand } from '#cli/define-command.ts'
import { applicationOptions } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { resolveApplication } from '#cli/resolve/application.ts'
import { table } from '#cli/terminal/table.ts'

export const cron = defineCommand({
  words: 'cron',
  summary: 'List the scheduled tasks of an application',
  description:
    'They come from cron.json of the repository, with each deployment, and from `berth cron add`. All times are in UTC.',
  options: applicationOptions,
  examples: ['berth cron', 'berth cron --app web --format json'],
  async handle(context) {
    const { output, terminal } = context
    const { client } = await openSession(context)
    const application = await resolveApplication(client, context)
    const crons = await client.crons.list(application)
    output.print(crons, () =>
      crons.length > 0
        ? table([cronHeadings, ...crons.map((each) => cronCells(each, terminal))])
        : `${application.name} has no scheduled tasks. Add one with \`berth cron add\`, or write cron.json into the repository.`,
    )
    return 0
  },
})
