import { formatDuration } from '#kit/text/duration.ts'
import { shellLine } from '#kit/text/shell-words.ts'
import { refuseSuspended } from '#platform/billing/payments/refuse-suspended.ts'
import { openUsage, usageOfRun } from '#platform/billing/usage/meter.ts'
import type { Platform } from '#platform/hosting/platform.ts'
import { requireRunQuota, runsOfAccount } from '#platform/hosting/quotas/running-quota.ts'
import type { Application } from '#platform/model/hosting/application.ts'
import type { Release } from '#platform/model/hosting/deployments/release.ts'
import { findFlavor, rankOf } from '#platform/model/hosting/flavor.ts'
import type { Run, RunId } from '#platform/model/hosting/runs/run.ts'
import { runLimits } from '#platform/model/hosting/runs/run-limits.ts'
import type { RunRequest } from '#platform/model/hosting/runs/runs.ts'
import { shortened } from '#platform/model/identity/audit/entry.ts'
import { Refusal } from '#platform/model/refusal.ts'

type Context = Pick<Platform, 'store' | 'clock' | 'engine' | 'policies'>

/** Records a run of the current release before anything of it begins; its use is metered from then on. */
export async function addRun(
  { store, clock, engine, policies }: Context,
  application: Application,
  request: RunRequest & { id: RunId },
): Promise<{ run: Run; release: Release }> {
  const release = await currentRelease({ store, engine }, application)
  const { caller } = request
  const run: Run = {
    id: request.id,
    applicationId: application.id,
    deploymentId: release.deploymentId,
    release: release.number,
    commit: release.commit,
    command: validCommand(request.command),
    flavor: validFlavor(policies, request.flavor ?? application.currentFlavor),
    isDetached: request.isDetached,
    timeout: validTimeout(request.timeout),
    startedBy: caller.userId,
    credential: caller.credential,
    credentialId:
      caller.credential === 'access token' ? shortened(caller.credentialId) : caller.credentialId,
    from: request.from,
    serverId: store.claims.serverId,
    state: 'starting',
    createdAt: clock(),
    startedAt: null,
    endedAt: null,
    exitCode: null,
    reason: null,
    output: '',
    outputEnd: 0,
  }
  await store.transaction(async (inside) => {
    await refuseSuspended(inside, application.ownerId)
    const others = await runsOfAccount(inside, application.ownerId)
    const own = others.filter(({ applicationId }) => applicationId === application.id)
    refuseBeyond(own.length, runLimits.perApplication, application.name)
    refuseBeyond(others.length, runLimits.perAccount, 'the account')
    await requireRunQuota(inside, policies.quotas, { application, flavor: run.flavor })
    await inside.runs.add(run)
    await openUsage(inside, usageOfRun(application, run), run.createdAt)
  })
  return { run, release }
}

/** A stopped application has one as well: the release that its next start would run. */
async function currentRelease(
  { store, engine }: Pick<Context, 'store' | 'engine'>,
  { name, liveDeploymentId }: Application,
): Promise<Release> {
  const release = liveDeploymentId ? await store.releases.find(liveDeploymentId) : undefined
  if (!release) throw new Refusal('conflict', `${name} has no release yet: deploy it first`)
  if (await engine.holds(release.artifact)) return release
  throw new Refusal(
    'conflict',
    `The files of release ${release.number} are no longer there: deploy ${name} again`,
  )
}

function refuseBeyond(count: number, max: number, whose: string): void {
  if (count < max) return
  throw new Refusal(
    'limited',
    `${max} one-off commands of ${whose} are running already: wait for one, or stop one`,
  )
}

function validCommand(words: readonly string[]): string {
  const line = words.length === 1 ? (words[0] ?? '') : shellLine(words)
  const isWrong = line.trim() === '' || line.length > runLimits.command || line.includes('\0')
  if (!isWrong && words[0]?.trim()) return line
  throw wrong('command', `The command must have 1 to ${runLimits.command} characters.`)
}

function validFlavor({ maxFlavors }: Pick<Platform['policies'], 'maxFlavors'>, name: string) {
  const flavor = findFlavor(name)
  if (!flavor) throw wrong('size', 'There is no such size.')
  if (rankOf(flavor.name) <= rankOf(maxFlavors.instances)) return flavor.name
  throw wrong('size', `The largest size here is ${maxFlavors.instances}.`)
}

function validTimeout(timeout: number = runLimits.defaultTimeout): number {
  const { minTimeout, maxTimeout } = runLimits
  if (Number.isSafeInteger(timeout) && timeout >= minTimeout && timeout <= maxTimeout)
    return timeout
  throw wrong(
    'timeout',
    `The timeout must be between ${formatDuration(minTimeout)} and ${formatDuration(maxTimeout)}.`,
  )
}

const wrong = (field: 'command' | 'size' | 'timeout', message: string) =>
  new Refusal('invalid', message, { fields: { [field]: message } })
