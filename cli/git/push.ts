import { setTimeout as wait } from 'node:timers/promises'
import { Refusal } from '#cli/refusal.ts'
import type { Client } from '#client/client.ts'
import type { Application } from '#client/resources/applications/applications.ts'
import type { Git } from './git.ts'
import type { GitAccess } from './git-access.ts'

const deploymentWithin = 60_000
const pollEvery = 100

export interface PushOptions {
  git: Git
  client: Client
  access: GitAccess
  application: Application
  commit: string
  force: boolean
}

/**
 * Pushes a commit to the deployed branch; returns the id of the deployment it started, or nothing if it was already
 * there.
 */
export async function pushCommit({
  client,
  application,
  ...pushing
}: PushOptions): Promise<string | undefined> {
  const before = await client.deployments.list(application, { limit: 5 })
  if (!(await push({ application, ...pushing }))) return undefined

  const known = new Set(before.map(({ uuid }) => uuid))
  const deadline = performance.now() + deploymentWithin
  while (performance.now() < deadline) {
    const deployments = await client.deployments.list(application, { limit: 5 })
    const begun = deployments.find((one) => one.commit === pushing.commit && !known.has(one.uuid))
    if (begun) return begun.uuid
    await wait(pollEvery)
  }
  throw new Refusal(
    'The push was accepted but no deployment started within a minute.',
    '`berth activity` shows what happened.',
  )
}

const untrusted =
  "If it does not trust the certificate, log in again with the platform's authority, which its operator has: `berth login --ca ca.pem`."

/** Runs `git push`; returns whether anything was pushed. */
async function push({
  git,
  access,
  application,
  commit,
  force,
}: Omit<PushOptions, 'client'>): Promise<boolean> {
  const { code, stdout } = await git.show(
    // Passed with -c; the settings of the repository are not changed.
    ...access.settings.flatMap(([key, value]) => ['-c', `${key}=${value}`]),
    ...['-c', 'advice.pushUpdateRejected=false', 'push', '--porcelain'],
    ...(force ? ['--force'] : []),
    ...['--', access.url, `${commit}:refs/heads/${application.branch}`],
  )
  // Porcelain output has one line per ref: flag, refs and outcome, separated by tabs.
  const [, flag, outcome] = /^([^\t\n])\t[^\t]*\t(.*)$/m.exec(stdout) ?? []
  if (code === 0) return flag !== '='
  if (!outcome)
    throw new Refusal('Git could not push.', access.hasAuthority ? undefined : untrusted)
  throw new Refusal(
    `The push was refused: ${outcome}.`,
    /non-fast-forward|fetch first/.test(stdout)
      ? 'The platform has commits that you do not have; --force replaces them.'
      : undefined,
  )
}
