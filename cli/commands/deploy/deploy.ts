import { defineCommand } from '#cli/define-command.ts'
import { deployImage } from '#cli/deployments/deploy-image.ts'
import { reportDeployment } from '#cli/deployments/report-deployment.ts'
import { commitOf, currentBranch, type Git, gitIn } from '#cli/git/git.ts'
import { gitAccess } from '#cli/git/git-access.ts'
import { pushCommit } from '#cli/git/push.ts'
import { applicationOptions, followOptions } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { Refusal } from '#cli/refusal.ts'
import { resolveApplication } from '#cli/resolve/application.ts'
import type { Client } from '#client/client.ts'
import type { Application } from '#client/resources/applications/applications.ts'

export const deploy = defineCommand({
  words: 'deploy',
  summary: 'Push the current commit and follow its deployment to the end',
  description:
    'Says when visitors reach the new version and, unless `--wait live` is given, goes on to the end of its probation. Exits with code 0 only if the new version is live.',
  options: {
    branch: {
      type: 'string',
      short: 'b',
      value: 'branch',
      summary: 'Local branch to push (default: the current one)',
    },
    image: {
      type: 'string',
      value: 'reference',
      summary: 'Deploy this image of a registry instead of a commit (type docker)',
    },
    force: {
      type: 'boolean',
      short: 'f',
      summary: 'Force the push, replacing commits on the platform',
    },
    'same-commit-policy': {
      type: 'string',
      value: 'policy',
      summary: 'What to do if this commit is already deployed',
      choices: ['error', 'ignore', 'restart', 'rebuild'],
      default: 'error',
    },
    ...followOptions,
    ...applicationOptions,
  },
  examples: [
    'berth deploy',
    'berth deploy --branch main --same-commit-policy rebuild',
    'berth deploy --wait live',
    'berth deploy --image registry.example/team/shop:1.2',
  ],
  async handle(context) {
    const { terminal, output, options } = context
    if (options.image !== undefined) {
      if (options.branch !== undefined || options.force)
        throw new Refusal('--image deploys no commit, so --branch and --force have no meaning.')
      return deployImage(context, options.image)
    }
    const git = gitIn(terminal)
    const commit = await commitOf(git, options.branch)
    const session = await openSession(context)
    const { client, profile } = session
    const address = await resolveApplication(client, context)
    const application = await client.applications.get(address)
    const access = gitAccess(terminal, application, profile)

    const { force, quiet, wait, 'same-commit-policy': policy } = options
    const branch = options.branch ?? (await currentBranch(git))
    if (options.branch === undefined)
      describeUncommitted(await uncommittedFiles(git)).forEach(output.tell)
    if (!quiet) {
      const what = branch
        ? `branch ${branch} (commit ${commit.slice(0, 8)})`
        : `commit ${commit.slice(0, 8)}`
      output.tell(`Pushing ${what} to branch ${application.branch} of ${application.name}.`)
    }
    const pushed = await pushCommit({ git, client, access, application, commit, force })
    if (pushed === undefined && policy === 'error')
      throw new Refusal(
        `${application.name} is already at commit ${commit.slice(0, 8)}.`,
        'Commit a change, or use --same-commit-policy restart or rebuild.',
      )
    if (pushed === undefined && policy === 'ignore') {
      output.print(null, () => `${application.name} is already at commit ${commit.slice(0, 8)}.`)
      return 0
    }
    const uuid = pushed ?? (await redeploy(client, application, commit, policy === 'restart'))
    return reportDeployment(context, session, application, { uuid, quiet, wait })
  },
})

const redeploy = async (
  client: Client,
  application: Application,
  commit: string,
  useCache: boolean,
) => (await client.instances.redeploy(application, { commit, useCache })).deploymentId

/** The CLI's own file, which need not be committed. */
const ownFile = '.berth.json'

/** Changed and untracked files, as `git status` names them. */
async function uncommittedFiles(git: Git): Promise<string[]> {
  const { code, stdout } = await git.attempt('status', '--porcelain', '-z', '--no-renames')
  if (code !== 0) return []
  // Each name follows two status letters and a space.
  return stdout
    .split('\0')
    .map((entry) => entry.slice(3))
    .filter((name) => name !== '' && name !== ownFile)
}

/** Warning about uncommitted files; empty if there are none. */
export function describeUncommitted(files: readonly string[]): string[] {
  if (files.length === 0) return []
  const many = files.length === 1 ? '1 file has changes' : `${files.length} files have changes`
  return [`Warning: ${many} that are not committed, so they are not deployed.`]
}
