import { defineCommand } from '#cli/define-command.ts'
import { reportDeployment } from '#cli/deployments/report-deployment.ts'
import { applicationOptions, followOptions } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { Refusal } from '#cli/refusal.ts'
import { resolveApplication } from '#cli/resolve/application.ts'

export const rollback = defineCommand({
  words: 'rollback',
  summary: 'Start an earlier release again, without a build if its artifact is kept',
  description:
    'It runs with its own commit and variables; the variables that `berth env` shows do not change. Exits with code 0 only if the release is live.',
  arguments: [
    {
      name: 'release',
      optional: true,
      summary:
        'Number of the release, as `berth releases` shows it (default: the one before the live one)',
    },
  ],
  options: {
    ...followOptions,
    ...applicationOptions,
  },
  examples: ['berth rollback', 'berth rollback 12'],
  async handle(context) {
    const { options, args } = context
    const { release } = args
    if (release !== undefined && !/^[1-9]\d{0,8}$/.test(release)) {
      throw new Refusal(
        `Invalid release '${release}': use a number.`,
        '`berth releases` lists them.',
      )
    }
    const session = await openSession(context)
    const application = await resolveApplication(session.client, context)
    const number = release === undefined ? undefined : Number(release)
    const { deploymentId } = await session.client.releases.rollback(application, number)
    const { quiet, wait } = options
    return reportDeployment(context, session, application, {
      uuid: deploymentId,
      quiet,
      wait,
    })
  },
})
