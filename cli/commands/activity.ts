import { defineCommand } from '#cli/define-command.ts'
import { deploymentText } from '#cli/deployments/deployment-text.ts'
import { followActivity } from '#cli/deployments/follow-activity.ts'
import { listDeployments } from '#cli/deployments/list-deployments.ts'
import { applicationOptions } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { resolveApplication } from '#cli/resolve/application.ts'
import { table } from '#cli/terminal/table.ts'

export const activity = defineCommand({
  words: 'activity',
  summary: 'List the deployments of an application, oldest first',
  description:
    'Shows the branch, the first line of the commit message and its author, and what the log of a failed one says: file, line and sentence.',
  options: {
    'show-all': { type: 'boolean', summary: 'Show all, not only the latest ten' },
    follow: { type: 'boolean', short: 'f', summary: 'Keep running and show new deployments' },
    ...applicationOptions,
  },
  examples: ['berth activity', 'berth activity --follow --app web'],
  async handle(context) {
    const { terminal, output, options } = context
    const { client } = await openSession(context)
    const application = await resolveApplication(client, context)
    const limit = options['show-all'] ? {} : { limit: 10 }
    const newest = await listDeployments(client, application, limit)
    const past = newest.toReversed()
    if (!options.follow) {
      output.print(past, () =>
        past.length > 0
          ? table(past.map((deployment) => deploymentText(deployment, terminal)))
          : `${application.name} has never been deployed.`,
      )
      return 0
    }

    for await (const deployment of followActivity(client, application, past)) {
      output.printEach(deployment, () => deploymentText(deployment, terminal).join('  '))
    }
    return 0
  },
})
