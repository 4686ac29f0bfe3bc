import { defineCommand } from '#cli/define-command.ts'
import { applicationOptions } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { Refusal } from '#cli/refusal.ts'
import { resolveApplication } from '#cli/resolve/application.ts'

export const cancelDeploy = defineCommand({
  words: 'cancel-deploy',
  summary: 'Cancel the running deployment; the old version keeps serving',
  options: applicationOptions,
  examples: ['berth cancel-deploy', 'berth cancel-deploy --app web'],
  async handle(context) {
    const { output } = context
    const { client } = await openSession(context)
    const application = await resolveApplication(client, context)
    const [latest] = await client.deployments.list(application, { limit: 1 })
    if (!latest || latest.action === 'UNDEPLOY' || latest.state !== 'WIP')
      throw new Refusal(`${application.name} has no running deployment.`)
    await client.deployments.cancel(application, latest)
    output.print(latest, () => `Deployment ${latest.id} of ${application.name} is being cancelled.`)
    return 0
  },
})
