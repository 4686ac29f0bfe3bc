import { runCells, runHeadings } from '#cli/crons/cron-text.ts'
import { cronArgument, resolveCron } from '#cli/crons/resolve-cron.ts'
import { defineCommand } from '#cli/define-command.ts'
import { applicationOptions } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { resolveApplication } from '#cli/resolve/application.ts'
import { table } from '#cli/terminal/table.ts'

export const cronRuns = defineCommand({
  words: 'cron runs',
  summary: 'List the last runs of a scheduled task, or of all, with their exit codes',
  description: 'The newest 50 runs of each task are kept, for 30 days.',
  arguments: [{ ...cronArgument, optional: true }],
  options: applicationOptions,
  examples: ['berth cron runs', 'berth cron runs backup'],
  async handle(context) {
    const { output, terminal, args } = context
    const { client } = await openSession(context)
    const application = await resolveApplication(client, context)
    const cron =
      args.task === undefined ? undefined : await resolveCron(client, application, args.task)
    const runs = await client.crons.runs(application, { cronId: cron?.id })
    output.print(runs, () =>
      runs.length > 0
        ? table([runHeadings, ...runs.map((run) => runCells(run, terminal))])
        : `${cron?.name ?? `No scheduled task of ${application.name}`} has ${cron ? 'not ' : ''}run.`,
    )
    return 0
  },
})
