import { meantApplication } from '#cli/application.ts'
import { defineCommand } from '#cli/define-command.ts'
import { commitOf, gitIn } from '#cli/git.ts'
import { gitAccess } from '#cli/git-access.ts'
import { applicationOptions } from '#cli/options.ts'
import { pushCommit, remoteCommit } from '#cli/push.ts'
import { Refusal } from '#cli/refusal.ts'
import { reportDeployment } from '#cli/report-deployment.ts'
import { openSession } from '#cli/session.ts'

export const deploy = defineCommand({
  words: 'deploy',
  summary: 'Push the current commit and follow its deployment to the end',
  description: 'The exit code is 0 only when the new version serves visitors.',
  options: {
    branch: {
      type: 'string',
      short: 'b',
      value: 'branch',
      summary: 'Push this local branch (default: what is checked out)',
    },
    force: {
      type: 'boolean',
      short: 'f',
      summary: 'Push even where commits on the platform get lost',
    },
    'same-commit-policy': {
      type: 'string',
      value: 'policy',
      summary: 'What to do when the platform has the commit already',
      choices: ['error', 'ignore', 'restart', 'rebuild'],
      default: 'error',
    },
    quiet: { type: 'boolean', short: 'q', summary: 'Do not show the log' },
    ...applicationOptions,
  },
  async handle(context) {
    const { terminal, output, options } = context
    const git = gitIn(terminal)
    const commit = await commitOf(git, options.branch)
    const session = await openSession(context)
    const { client, profile } = session
    const address = await meantApplication(client, context)
    const application = await client.applications.get(address)
    const access = gitAccess(application, profile)

    if ((await remoteCommit(git, access, application.branch)) === commit) {
      const policy = options['same-commit-policy']
      if (policy === 'error')
        throw new Refusal(
          `${application.name} has commit ${commit.slice(0, 8)} already.`,
          'Commit a change, or use --same-commit-policy restart or rebuild.',
        )
      if (policy === 'ignore') {
        output.print(
          null,
          () => `${application.name} has commit ${commit.slice(0, 8)} already: nothing to do.`,
        )
        return 0
      }
      const useCache = policy === 'restart'
      const { deploymentId } = await client.instances.redeploy(address, { commit, useCache })
      await reportDeployment(context, session, application, {
        uuid: deploymentId,
        quiet: options.quiet,
      })
      return 0
    }

    const uuid = await pushCommit({
      git,
      client,
      access,
      application,
      commit,
      force: options.force,
    })
    await reportDeployment(context, session, application, { uuid, quiet: options.quiet })
    return 0
  },
})
