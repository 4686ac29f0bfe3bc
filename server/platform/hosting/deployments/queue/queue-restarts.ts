import { promotedRelease } from '#platform/hosting/deployments/releases/reuse-artifact.ts'
import type { Platform } from '#platform/hosting/platform.ts'
import { type RestartAdmission, restartQuota } from '#platform/hosting/quotas/deployment-quota.ts'
import { type Deployment, isScaling } from '#platform/model/hosting/deployments/deployment.ts'
import type { RestartReason } from '#platform/model/hosting/deployments/restarts.ts'
import type { ApplicationId } from '#platform/model/ids.ts'
import { enqueue } from './requests.ts'

/** Queues restarts of running applications, with the store of a transaction; they are merged while one is queued. */
export async function queueRestarts(
  platform: Pick<Platform, 'store' | 'clock' | 'deploymentRate' | 'logs'>,
  applicationIds: readonly ApplicationId[],
  { cause, isByOwner = false, isBuilt = false }: RestartReason,
): Promise<ApplicationId[]> {
  const admit = isByOwner ? restartQuota(platform) : async () => true
  const restarting: ApplicationId[] = []
  const ids = new Set(applicationIds)
  if (ids.size === 0) return restarting
  const unfinished = await platform.store.deployments.listUnfinished()
  const byApplication = Map.groupBy(unfinished, ({ applicationId }) => applicationId)
  for (const id of ids) {
    const deployments = byApplication.get(id) ?? []
    if (await queueRestart(platform, id, deployments, { cause, isBuilt, admit }))
      restarting.push(id)
  }
  return restarting
}

async function queueRestart(
  platform: Pick<Platform, 'store' | 'clock'>,
  applicationId: ApplicationId,
  deployments: readonly Deployment[],
  { cause, isBuilt, admit }: { cause: string; isBuilt: boolean; admit: RestartAdmission },
): Promise<boolean> {
  const application = await platform.store.applications.find(applicationId)
  if (application?.wanted !== 'up' || application.suspended) return false
  const unfinished = deployments
    // Scaling reuses the variables of the release.
    .filter((deployment) => !deployment.cancelRequested && !isScaling(deployment))
    .toSorted((one, other) => other.number - one.number)
  const [newest] = unfinished
  if (newest?.action === 'stop') return false
  // A deployment that has not begun reads the variables when it does.
  if (newest?.state === 'queued' && newest.attempts === 0) return false
  // Restart at the newest commit in progress, so that an older one does not replace it.
  const commit = newest?.commit ?? application.commit
  if (!commit || !(await admit(platform.store, application))) return false
  const kept = newest ? newest.artifactOf : await promotedRelease(platform, application)
  const artifactOf = isBuilt ? undefined : (kept ?? undefined)
  await enqueue(platform, application, 'deploy', { commit, cause, authorId: '', artifactOf })
  return true
}
