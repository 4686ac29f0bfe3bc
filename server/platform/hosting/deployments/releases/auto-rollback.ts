import { formatDuration } from '#kit/text/duration.ts'
import type { Crash } from '#platform/hosting/deployments/instances/supervise.ts'
import { createDeploymentLog } from '#platform/hosting/deployments/pipeline/deployment-log.ts'
import type { Platform } from '#platform/hosting/platform.ts'
import type { Application } from '#platform/model/hosting/application.ts'
import type { Deployment } from '#platform/model/hosting/deployments/deployment.ts'
import type { Release } from '#platform/model/hosting/deployments/release.ts'
import { type Environment, isOn } from '#platform/model/hosting/environment.ts'
import type { ApplicationId, DeploymentId } from '#platform/model/ids.ts'
import { Refusal } from '#platform/model/refusal.ts'
import { releasesThatWereLive } from './releases.ts'
import { requestRollback } from './rollback.ts'

/** Exits of one instance after which its release counts as dying. */
const maxExits = 3

interface LiveVersion {
  /** The deployment that made the release live. */
  deployment: Pick<Deployment, 'rollbackTo'>
  environment: Environment
}

/**
 * Whether an instance that has exited so often makes its release go back. A release that a rollback has started never
 * does: the one before it is what was gone back from.
 */
export function isRolledBack(
  { deployment, environment }: LiveVersion,
  { exits, liveFor }: { exits: number; liveFor: number },
  policies: Pick<Platform['policies'], 'autoRollback' | 'autoRollbackWindow'>,
): boolean {
  const isWanted = environment.CC_AUTO_ROLLBACK?.trim()
    ? isOn(environment, 'CC_AUTO_ROLLBACK')
    : policies.autoRollback
  const isRecent = liveFor <= policies.autoRollbackWindow
  return isWanted && !deployment.rollbackTo && isRecent && exits >= maxExits
}

/**
 * Counts exits of serving instances, and rolls back a release that dies soon after its probation, as its application or the
 * operator wants. Counts are lost with the server: the next one counts again.
 */
export function createAutoRollback(platform: () => Platform): (crash: Crash) => Promise<void> {
  /** Of each application, the exits of the release that exited last. */
  const counts = new Map<
    ApplicationId,
    { deploymentId: DeploymentId; exits: Map<string, number> }
  >()

  const count = ({ id, applicationId, deploymentId }: Crash['instance']): number => {
    const known = counts.get(applicationId)
    const exits = known?.deploymentId === deploymentId ? known.exits : new Map<string, number>()
    counts.set(applicationId, { deploymentId, exits })
    exits.set(id, (exits.get(id) ?? 0) + 1)
    return exits.get(id) ?? 0
  }

  return async ({ instance }) => {
    const { store, policies, times } = platform()
    const { applicationId, deploymentId, number } = instance
    const exitCount = count(instance)
    const application = await store.applications.find(applicationId)
    if (application?.wanted !== 'up' || application.liveDeploymentId !== deploymentId) return
    const deployment = await store.deployments.find(deploymentId)
    const release = await store.releases.find(deploymentId)
    if (!deployment || !release) return
    const version = { deployment, environment: release.environment }
    const liveFor = times.since(deploymentId, deployment.changedAt)
    if (!isRolledBack(version, { exits: exitCount, liveFor }, policies)) return
    const time = formatDuration(liveFor)
    const reason = `instance ${number} exited ${exitCount} times in the ${time} since release ${release.number} went live`
    await goBack(platform(), application, release, reason)
  }
}

/** Queues the rollback, unless somebody has already queued something else or there is nothing to go back to. */
async function goBack(
  platform: Platform,
  application: Application,
  live: Release,
  reason: string,
): Promise<void> {
  const { store, engine } = platform
  const log = createDeploymentLog(platform, { ...live, id: live.deploymentId })
  const releases = (await releasesThatWereLive(store, application.id)).map(({ release }) => release)
  const at = releases.findIndex(({ deploymentId }) => deploymentId === live.deploymentId)
  const previous = releases[at + 1]
  if (!previous || !(await engine.holds(previous.artifact))) {
    return log.warn(`No automatic rollback although ${reason}: no release before it is kept.`)
  }
  const admit: NonNullable<Parameters<typeof requestRollback>[2]['admit']> = async (inside) => {
    const unfinished = await inside.deployments.listUnfinished()
    const isSuperseded = unfinished.some(({ applicationId }) => applicationId === application.id)
    if (isSuperseded) throw new Refusal('conflict', 'Another deployment is under way.')
  }
  try {
    const { number } = previous
    await requestRollback(platform, application, { authorId: '', number, reason, admit })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
  }
}
