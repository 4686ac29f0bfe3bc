import { createBackground } from '#kit/concurrency/background.ts'
import { createWorker } from '#kit/concurrency/worker.ts'
import { suspendedSentence } from '#platform/billing/payments/refuse-suspended.ts'
import { settleInstances } from '#platform/hosting/deployments/queue/settle-instances.ts'
import type { Platform } from '#platform/hosting/platform.ts'
import type { PlacementWorker } from '#platform/model/hosting/placement/placement.ts'
import { type ApplicationId, isApplicationId } from '#platform/model/ids.ts'
import { createRouteFollower } from './follow-routes.ts'
import { createServerWatch } from './lost-servers.ts'
import { releaseApplication } from './release-application.ts'
import { replaceable, takeOverFrom } from './take-over.ts'

/** Notifications come at once; this is for those that were lost. */
const lookEvery = 5000

export interface PlacementWorkerOptions {
  /** Lazily, because the platform has the worker as a part. */
  platform: () => Platform
  log: (line: string) => void
  onBug: (error: unknown) => void
}

/**
 * Takes up what other servers have stored about local applications: deployments, cancellations, and suspensions by the
 * server that does the billing. Takes over the applications of servers that are lost, and releases those that another
 * server has taken over. A single server has nothing to look for.
 */
export function createPlacementWorker({
  platform,
  log,
  onBug,
}: PlacementWorkerOptions): PlacementWorker {
  const watch = createServerWatch()
  const background = createBackground(onBug)
  const takingOver = new Set<ApplicationId>()
  let local: ReadonlySet<ApplicationId> = new Set()
  let suspended: ReadonlySet<ApplicationId> | undefined
  let stopWatching = () => {}

  const releaseMoved = async () => {
    const { store, placement } = platform()
    const all = await placement.assignments()
    const { serverId } = store.claims
    for (const id of local) {
      if ((all.get(id) ?? serverId) === serverId) continue
      log(`${id} is assigned to another server now.`)
      background.run(releaseApplication(platform(), id))
    }
    const own = [...all].flatMap(([id, assignedTo]) => (assignedTo === serverId ? [id] : []))
    local = new Set(own.filter(isApplicationId))
  }

  const takeOverLost = async () => {
    const { store } = platform()
    const servers = (await store.shared?.membership.list()) ?? []
    for (const lost of replaceable(servers, watch.lostOf(servers), store.claims.serverId)) {
      const count = await takeOverFrom(platform(), lost, takingOver)
      if (count > 0)
        log(`The server ${lost.id} is lost: ${count} of its applications are assigned to this one.`)
    }
  }

  const follower = createRouteFollower({ platform, onBug })
  const worker = createWorker({
    onError: onBug,
    async run() {
      if (!platform().store.claims.isShared) return undefined
      try {
        await releaseMoved()
        await takeUpDeployments(platform())
        suspended = await takeUpSuspensions(platform(), suspended)
        await takeUpWakes(platform())
        await takeOverLost()
      } catch (error) {
        watch.reset()
        throw error
      }
      return lookEvery
    },
  })
  return {
    ...worker,
    begun: (applicationIds) => {
      local = new Set(applicationIds)
    },
    isTakingOver: (applicationId) => takingOver.has(applicationId),
    begin() {
      const { store } = platform()
      const ends = [
        store.watch('deployments', worker.wake),
        store.watch('applications', worker.wake),
      ]
      stopWatching = () => {
        for (const end of ends) end()
      }
      if (!store.claims.isShared) stopWatching()
      worker.begin()
      follower.begin()
    },
    async close() {
      stopWatching()
      await follower.close()
      await worker.close()
      await background.drain()
    },
  }
}

async function takeUpDeployments({ store, placement, queue }: Platform): Promise<void> {
  for (const { id, applicationId, cancelRequested } of await store.deployments.listUnfinished()) {
    if (queue.isRunning(id)) {
      if (cancelRequested) queue.cancel(id, 'The deployment was cancelled.')
    } else if (await placement.isLocal(applicationId)) queue.notice(applicationId)
  }
}

/** Stops or starts applications that were suspended, or are no longer, since the last time. */
async function takeUpSuspensions(
  platform: Platform,
  before: ReadonlySet<ApplicationId> | undefined,
): Promise<ReadonlySet<ApplicationId>> {
  const applications = await platform.store.applications.listAll()
  const now = new Set(applications.filter(({ suspended }) => suspended).map(({ id }) => id))
  const changed = before ? applications.filter(({ id }) => now.has(id) !== before.has(id)) : []
  for (const { id } of changed) {
    if (!(await platform.placement.isLocal(id))) continue
    if (now.has(id)) platform.queue.interrupt(id, suspendedSentence)
    settleInstances(platform, id)
  }
  return now
}

/** Wakes applications whose visitors came to the routers of other servers. */
async function takeUpWakes(platform: Platform): Promise<void> {
  const { store, placement, queue } = platform
  for (const { id, wakeRequestedAt } of await store.applications.listAll()) {
    if (wakeRequestedAt === null || queue.isBusy(id) || !(await placement.isLocal(id))) continue
    settleInstances(platform, id, { isUrgent: true })
  }
}
