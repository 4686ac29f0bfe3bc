import { defineCommand } from '#cli/define-command.ts'
import { applicationOptions } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { resolveApplication } from '#cli/resolve/application.ts'
import { runArgument } from '#cli/runs/run-argument.ts'
import { runOutcome } from '#cli/runs/run-text.ts'

export const runStop = defineCommand({
  words: 'run stop',
  summary: 'End a one-off command: SIGTERM, then SIGKILL after the grace time of instances',
  arguments: [runArgument],
  options: applicationOptions,
  examples: ['berth run stop run_5f3c…'],
  async handle(context) {
    const { output, args } = context
    const { client } = await openSession(context)
    const application = await resolveApplication(client, context)
    const stopped = await client.runs.stop(application, args.run)
    output.print(stopped, () => runOutcome(stopped))
    return 0
  },
})
