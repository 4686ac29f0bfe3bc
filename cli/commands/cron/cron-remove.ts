import { cronArgument, resolveCron } from '#cli/crons/resolve-cron.ts'
import { defineCommand } from '#cli/define-command.ts'
import { applicationOptions } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { resolveApplication } from '#cli/resolve/application.ts'

export const cronRemove = defineCommand({
  words: 'cron remove',
  summary: 'Remove a scheduled task that was added with berth cron add, with its history',
  arguments: [cronArgument],
  options: applicationOptions,
  examples: ['berth cron remove backup'],
  async handle(context) {
    const { output, args } = context
    const { client } = await openSession(context)
    const application = await resolveApplication(client, context)
    const cron = await resolveCron(client, application, args.task)
    const answer = await client.crons.remove(application, cron.id)
    output.print(answer, () => `Removed the scheduled task ${cron.name} of ${application.name}.`)
    return 0
  },
})
