import { formatDuration } from '#kit/text/duration.ts'
import { getApplication } from '#platform/hosting/applications/find.ts'
import { createDeploymentLog } from '#platform/hosting/deployments/pipeline/deployment-log.ts'
import { settleInstances } from '#platform/hosting/deployments/queue/settle-instances.ts'
import type { Platform } from '#platform/hosting/platform.ts'
import type { Application } from '#platform/model/hosting/application.ts'
import type { Deployment } from '#platform/model/hosting/deployments/deployment.ts'
import type { ApplicationId, AuthorId } from '#platform/model/ids.ts'
import { Refusal } from '#platform/model/refusal.ts'
import type { Store } from '#platform/model/store.ts'
import { recordSleepEvent } from './end-sleep.ts'
import { requireSleepable } from './require-sleepable.ts'

/**
 * Puts an application to sleep, durably: its route leads to the activator, then its instances finish their requests and
 * stop. What is asleep already stays so. Refuses while a deployment is under way, or when nothing runs.
 */
export async function fallAsleep(
  platform: Platform,
  id: ApplicationId,
  { authorId }: { authorId: AuthorId },
): Promise<Application> {
  const { store, clock } = platform
  const application = await store.transaction(async (inside) => {
    const current = await getApplication({ store: inside }, id)
    if (current.asleepSince !== null && current.wakeRequestedAt === null) return current
    await requireRunning(inside, current)
    await requireSleepable({ ...platform, store: inside }, current)
    const date = clock()
    const change = { asleepSince: date, wakeRequestedAt: null }
    await inside.applications.setSleep(id, change)
    await recordSleepEvent(inside, current, { name: 'APPLICATION_SLEEP', date, authorId })
    return { ...current, ...change }
  })
  settleInstances(platform, id)
  tell(platform, application, authorId)
  return application
}

async function requireRunning(
  store: Store,
  { id, wanted, suspended, liveDeploymentId }: Application,
): Promise<void> {
  if (wanted !== 'up' || suspended || liveDeploymentId === null) {
    throw new Refusal('conflict', 'The application does not run: only what runs can sleep.')
  }
  const release = await store.releases.find(liveDeploymentId)
  if (release?.recipe.purpose === 'task') {
    throw new Refusal('conflict', 'A task has no visitors, and cannot sleep.')
  }
  const unfinished = await store.deployments.listUnfinished()
  if (unfinished.some(({ applicationId }) => applicationId === id)) {
    throw new Refusal(
      'conflict',
      'A deployment of the application is under way. Try again after it.',
    )
  }
}

function tell(
  platform: Platform,
  { id, liveDeploymentId, commit, sleepTimeout }: Application,
  authorId: AuthorId,
): void {
  const deployment = { applicationId: id, id: liveDeploymentId ?? '', commit: commit ?? '' }
  const why =
    authorId === '' && sleepTimeout !== null
      ? `no visitor came for ${formatDuration(sleepTimeout)}`
      : 'a member put it to sleep'
  createDeploymentLog(platform, deployment as Deployment).info(
    `The application sleeps: ${why}. The next visitor wakes it.`,
  )
}
