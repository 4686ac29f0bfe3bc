import { type Deployment, isScaling } from '#platform/deployments/deployment.ts'
import { enqueue } from '#platform/deployments/queue/requests.ts'
import type { ApplicationId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import type { RestartAdmission } from '#platform/quotas/deployment-quota.ts'

/** Restarts running applications so that they get new variables; requests are merged while a restart is queued. */
export async function restartLinked(
  { store, clock, queue }: Pick<Platform, 'store' | 'clock' | 'queue'>,
  applicationIds: readonly ApplicationId[],
  why: string,
): Promise<void> {
  const restarting = await store.transaction((inside) =>
    queueRestarts({ store: inside, clock }, applicationIds, why),
  )
  for (const id of restarting) queue.wake(id)
}

/**
 * Queues the restarts inside a transaction; the caller wakes the queue for the returned ones after the commit.
 * Restarts caused by owners need admission by their quota.
 */
export async function queueRestarts(
  platform: Pick<Platform, 'store' | 'clock'>,
  applicationIds: readonly ApplicationId[],
  why: string,
  admit: RestartAdmission = async () => true,
): Promise<ApplicationId[]> {
  const restarting: ApplicationId[] = []
  const ids = new Set(applicationIds)
  if (ids.size === 0) return restarting
  const unfinished = await platform.store.deployments.listUnfinished()
  const byApplication = Map.groupBy(unfinished, ({ applicationId }) => applicationId)
  for (const id of ids) {
    const deployments = byApplication.get(id) ?? []
    if (await queueRestart(platform, id, deployments, { why, admit })) restarting.push(id)
  }
  return restarting
}

async function queueRestart(
  platform: Pick<Platform, 'store' | 'clock'>,
  applicationId: ApplicationId,
  deployments: readonly Deployment[],
  { why, admit }: { why: string; admit: RestartAdmission },
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
  await enqueue(platform, application, 'deploy', { commit, cause: why, authorId: '' })
  return true
}
