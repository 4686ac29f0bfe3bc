import { setTimeout as wait } from 'node:timers/promises'
import type { Git } from '#cli/git.ts'
import type { GitAccess } from '#cli/git-access.ts'
import { Refusal } from '#cli/refusal.ts'
import type { Application } from '#client/applications.ts'
import type { Client } from '#client/client.ts'

const deploymentWithin = 60_000
const pollEvery = 250

export interface Pushing {
  git: Git
  client: Client
  access: GitAccess
  application: Application
  commit: string
  force: boolean
}

/** The commit that a branch of the platform stands at, if it has one. */
export async function remoteCommit(
  git: Git,
  access: GitAccess,
  branch: string,
): Promise<string | undefined> {
  const ref = `refs/heads/${branch}`
  const listed = await git.ask(...settingsOf(access), 'ls-remote', '--', access.url, ref)
  return listed
    .split('\n')
    .find((line) => line.endsWith(`\t${ref}`))
    ?.split('\t')[0]
}

/** Pushes a commit to the branch that deploys, and gives the id of the deployment this began. */
export async function pushCommit({
  git,
  client,
  access,
  application,
  commit,
  force,
}: Pushing): Promise<string> {
  const before = await client.deployments.list(application, { limit: 5 })
  const known = new Set(before.map(({ uuid }) => uuid))

  const refs = `${commit}:refs/heads/${application.branch}`
  const flags = force ? ['--force'] : []
  const { code, stderr } = await git.show(
    ...settingsOf(access),
    'push',
    ...flags,
    '--',
    access.url,
    refs,
  )
  if (code !== 0)
    throw new Refusal(
      'The push was refused.',
      /non-fast-forward|fetch first/.test(stderr)
        ? 'The platform has commits that you do not: --force replaces them.'
        : undefined,
    )

  const deadline = Date.now() + deploymentWithin
  while (Date.now() < deadline) {
    const deployments = await client.deployments.list(application, { limit: 5 })
    const begun = deployments.find(({ uuid, commit: of }) => of === commit && !known.has(uuid))
    if (begun) return begun.uuid
    await wait(pollEvery)
  }
  throw new Refusal(
    'The push was accepted but no deployment began within a minute.',
    '`berth activity` shows what happened.',
  )
}

/** Told for this one call; the settings of the repository stay as they are. */
const settingsOf = ({ settings }: GitAccess) =>
  settings.flatMap(([key, value]) => ['-c', `${key}=${value}`])
