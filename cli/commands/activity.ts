import { setTimeout as wait } from 'node:timers/promises'
import { defineCommand } from '#cli/define-command.ts'
import { deploymentText } from '#cli/deployments/deployment-text.ts'
import { applicationOptions } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { resolveApplication } from '#cli/resolve/application.ts'
import { table } from '#cli/terminal/table.ts'

const pollEvery = 2_000

export const activity = defineCommand({
  words: 'activity',
  summary: 'List the deployments of an application, oldest first',
  options: {
    'show-all': { type: 'boolean', summary: 'Show all, not only the latest ten' },
    follow: { type: 'boolean', short: 'f', summary: 'Keep running and show new deployments' },
    ...applicationOptions,
  },
  async handle(context) {
    const { terminal, output, options } = context
    const { client } = await openSession(context)
    const application = await resolveApplication(client, context)
    const newest = await client.deployments.list(
      application,
      options['show-all'] ? {} : { limit: 10 },
    )
    const past = newest.toReversed()
    if (!options.follow) {
      output.print(past, () =>
        past.length > 0
          ? table(past.map((deployment) => deploymentText(deployment, terminal)))
          : `${application.name} has never been deployed.`,
      )
      return 0
    }

    const seen = new Map<string, string>()
    for (let deployments = past; ; ) {
      for (const deployment of deployments) {
        if (seen.get(deployment.uuid) === deployment.state) continue
        seen.set(deployment.uuid, deployment.state)
        output.printEach(deployment, () => deploymentText(deployment, terminal).join('  '))
      }
      await wait(pollEvery)
      deployments = (await client.deployments.list(application, { limit: 10 })).toReversed()
    }
  },
})
