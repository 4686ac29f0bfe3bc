import { defineCommand } from '#cli/define-command.ts'
import { reportDeployment } from '#cli/deployments/report-deployment.ts'
import { applicationOptions, followOptions } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { resolveApplication } from '#cli/resolve/application.ts'

export const restart = defineCommand({
  words: 'restart',
  summary: 'Deploy the current commit again with the current variables',
  options: {
    commit: {
      type: 'string',
      value: 'commit',
      summary: 'Deploy this commit, which must have been pushed',
    },
    'without-cache': { type: 'boolean', summary: 'Build from scratch' },
    ...followOptions,
    ...applicationOptions,
  },
  examples: ['berth restart', 'berth restart --without-cache --app web'],
  async handle(context) {
    const { options } = context
    const session = await openSession(context)
    const application = await resolveApplication(session.client, context)
    const { deploymentId } = await session.client.instances.redeploy(application, {
      commit: options.commit,
      useCache: !options['without-cache'],
    })
    return reportDeployment(context, session, application, {
      uuid: deploymentId,
      quiet: options.quiet,
      wait: options.wait,
    })
  },
})
