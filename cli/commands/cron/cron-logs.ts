import { runOutcome } from '#cli/crons/cron-text.ts'
import { cronArgument, resolveCron } from '#cli/crons/resolve-cron.ts'
import { defineCommand } from '#cli/define-command.ts'
import { applicationOptions } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { Refusal } from '#cli/refusal.ts'
import { resolveApplication } from '#cli/resolve/application.ts'
import { printable } from '#cli/terminal/printable.ts'

export const cronLogs = defineCommand({
  words: 'cron logs',
  summary: 'Show the output of a run of a scheduled task; by default the last one',
  description: 'The last 64 KB of each run are kept. All of it is in `berth logs` as well.',
  arguments: [cronArgument],
  options: {
    run: { type: 'string', value: 'id', summary: 'This run, as `berth cron runs` shows it' },
    ...applicationOptions,
  },
  examples: ['berth cron logs backup'],
  async handle(context) {
    const { output, args, options } = context
    const { client } = await openSession(context)
    const application = await resolveApplication(client, context)
    const cron = await resolveCron(client, application, args.task)
    const id =
      options.run ??
      (await client.crons.runs(application, { cronId: cron.id })).find(
        ({ state }) => state !== 'skipped' && state !== 'missed',
      )?.id
    if (id === undefined) throw new Refusal(`${cron.name} has not run.`)
    const run = await client.crons.oneRun(application, id)
    output.print(run, () =>
      [
        ...(run.isCut ? ['… (what was before is not kept)'] : []),
        ...run.output.replace(/\n$/, '').split('\n').map(printable),
        runOutcome(run),
      ].join('\n'),
    )
    return 0
  },
})
