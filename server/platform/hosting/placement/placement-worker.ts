import { createBackground } from '#kit/concurrency/background.ts'
import { createWorker } from '#kit/concurrency/worker.ts'
import { suspendedSentence } from '#platform/billing/payments/refuse-suspended.ts'
import { settleSuspension } from '#platform/hosting/deployments/queue/settle-suspension.ts'
import type { HomeKeeper } from '#platform/model/hosting/placement/placement.ts'
import { type ApplicationId, isApplicationId } from '#platform/model/ids.ts'
import type { Platform } from '#platform/platform.ts'
import { createRouteFollower } from './follow-routes.ts'
import { giveUp } from './release-application.ts'
import { createServerWatch } from './lost-servers.ts'
import { replaceable, takeOverFrom } from './take-over.ts'

/** Notifications come at once; this is for those that were lost. */
const lookEvery = 5000

export interface HomeKeeperOptions {
  /** Lazily, because the platform has the worker as a part. */
  platform: () => Platform
  log: (line: string) => void
  onBug: (error: unknown) => void
}

/**
 * Takes up what other servers have stored about the applications that live here: deployments, cancellations, and
 * suspensions by the server that does the billing. Takes over the applications of servers that are lost, and gives up those
 * that another server has taken over. A server that is alone has nothing to look for.
 */
export function createHomeKeeper({ platform, log, onBug }: HomeKeeperOptions): HomeKeeper {
  const watch = createServerWatch()
  const background = createBackground(onBug)
  const taking = new Set<ApplicationId>()
  let here: ReadonlySet<ApplicationId> = new Set()
  let suspended: ReadonlySet<ApplicationId> | undefined
  let stopWatching = () => {}

  const giveUpMoved = async () => {
    const { store, homes } = platform()
    const all = await homes.all()
    const { serverId } = store.claims
    for (const id of here) {
      if ((all.get(id) ?? serverId) === serverId) continue
      log(`${id} lives at another server now.`)
      background.run(giveUp(platform(), id))
    }
    const own = [...all].flatMap(([id, home]) => (home === serverId ? [id] : []))
    here = new Set(own.filter(isApplicationId))
  }

  const takeOverLost = async () => {
    const { store } = platform()
    const servers = (await store.shared?.presence.list()) ?? []
    for (const lost of replaceable(servers, watch.lostOf(servers), store.claims.serverId)) {
      const count = await takeOverFrom(platform(), lost, taking)
      if (count > 0) log(`The server ${lost.id} is lost: ${count} of its applications live here.`)
    }
  }

  const follower = createRouteFollower({ platform, onBug })
  const worker = createWorker({
    onError: onBug,
    async run() {
      if (!platform().store.claims.isShared) return undefined
      try {
        await giveUpMoved()
        await takeUpDeployments(platform())
        suspended = await takeUpSuspensions(platform(), suspended)
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
      here = new Set(applicationIds)
    },
    isTaking: (applicationId) => taking.has(applicationId),
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

async function takeUpDeployments({ store, homes, queue }: Platform): Promise<void> {
  for (const { id, applicationId, cancelRequested } of await store.deployments.listUnfinished()) {
    if (queue.isRunning(id)) {
      if (cancelRequested) queue.cancel(id, 'The deployment was cancelled.')
    } else if (await homes.isHere(applicationId)) queue.notice(applicationId)
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
    if (!(await platform.homes.isHere(id))) continue
    if (now.has(id)) platform.queue.interrupt(id, suspendedSentence)
    settleSuspension(platform, id)
  }
  return now
}
