import { type Deployment, isScaling } from '#platform/deployments/deployment.ts'
import { enqueue } from '#platform/deployments/queue/requests.ts'
import type { ApplicationId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import type { RestartAdmission } from '#platform/quotas/deployment-quota.ts'

/**
 * Restarts applications so that they get new variables: those that are up, and only once for changes that follow
 * each other while the restart still waits.
 */
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
 * Queues the restarts inside a transaction; the queue has to be woken, once it is over, for those that come back. Those
 * that owners cause themselves need to be admitted.
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
  if (application?.wanted !== 'up') return false
  const unfinished = deployments
    // What scales keeps the variables of the release.
    .filter((deployment) => !deployment.cancelRequested && !isScaling(deployment))
    .toSorted((one, other) => other.number - one.number)
  const [newest] = unfinished
  if (newest?.action === 'stop') return false
  // Whatever has not begun yet reads the variables when it does.
  if (newest?.state === 'queued' && newest.attempts === 0) return false
  // A newer version on its way must not be followed by the older one.
  const commit = newest?.commit ?? application.commit
  if (!commit || !(await admit(platform.store, application))) return false
  await enqueue(platform, application, 'deploy', { commit, cause: why, authorId: '' })
  return true
}
