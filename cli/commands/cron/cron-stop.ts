import { cronArgument, resolveCron } from '#cli/crons/resolve-cron.ts'
import { defineCommand } from '#cli/define-command.ts'
import { applicationOptions } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { Refusal } from '#cli/refusal.ts'
import { resolveApplication } from '#cli/resolve/application.ts'

export const cronStop = defineCommand({
  words: 'cron stop',
  summary: 'End the runs of a scheduled task that are under way',
  arguments: [cronArgument],
  options: applicationOptions,
  examples: ['berth cron stop backup'],
  async handle(context) {
    const { output, args } = context
    const { client } = await openSession(context)
    const application = await resolveApplication(client, context)
    const cron = await resolveCron(client, application, args.task)
    const runs = await client.crons.runs(application, { cronId: cron.id })
    const running = runs.filter(({ state }) => state === 'running')
    if (running.length === 0) throw new Refusal(`${cron.name} is not running.`)
    const stopped = await Promise.all(
      running.map(({ id }) => client.crons.stopRun(application, id)),
    )
    output.print(stopped, () => `Stopped ${cron.name}.`)
    return 0
  },
})
