import { createWorker, type Worker } from '#kit/concurrency/worker.ts'
import type { Platform } from '#platform/hosting/platform.ts'
import type { Application } from '#platform/model/hosting/application.ts'
import { Refusal } from '#platform/model/refusal.ts'
import { fallAsleep } from './fall-asleep.ts'
import { isDueToSleep, type SleepFacts } from './is-due-to-sleep.ts'

/** What another server has seen is stored within a minute, and its routers are read every ten seconds. */
const peerDelay = 90_000

export interface SleepWorkerOptions {
  /** Lazily, because the platform has the worker as a part. */
  platform: () => Platform
  onBug: (error: unknown) => void
  /** Milliseconds between two looks. */
  interval?: number
}

/** Puts applications to sleep that had no visitor for as long as their owners want, and stores when the last visitors came. */
export function createSleepWorker({
  platform,
  onBug,
  interval = 10_000,
}: SleepWorkerOptions): Worker {
  return createWorker({
    onError: onBug,
    async run(signal) {
      const { store, visits, placement } = platform()
      await store.visits.put(visits.takeUnstored())
      for (const application of await store.applications.listAll()) {
        if (signal.aborted) return undefined
        if (application.sleepTimeout === null || application.asleepSince !== null) continue
        if (!(await placement.isLocal(application.id))) continue
        await sleepIfIdle(platform(), application).catch(onBug)
      }
      return interval
    },
  })
}

/** Puts one application to sleep if it is due. What cannot sleep now is looked at again later. */
export async function sleepIfIdle(platform: Platform, application: Application): Promise<void> {
  const { visits, monotonic, queue } = platform
  const { id } = application
  const facts = {
    application,
    now: monotonic(),
    watchedSince: visits.watchedSince,
    lastVisitAt: visits.lastVisitOf(id),
    isVisited: visits.isVisited(id),
    changedAt: Number.NEGATIVE_INFINITY,
  }
  // Most are in use: nothing more is read of them.
  if (!isDueToSleep(facts) || queue.isBusy(id)) return
  if (!isDueToSleep(await withStoredTimes(platform, facts, application))) return
  try {
    await fallAsleep(platform, id, { authorId: '' })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
  }
}

/** What the store knows: changes of the application, and visits at the routers of other servers. */
async function withStoredTimes(
  { store, times }: Pick<Platform, 'store' | 'times'>,
  facts: SleepFacts,
  { id }: Application,
): Promise<SleepFacts> {
  const [instances, newest, lastVisitAt] = await Promise.all([
    store.instances.listOf(id),
    store.deployments.listOf(id, { limit: 1 }),
    store.shared ? store.visits.find(id) : undefined,
  ])
  const timeOf = (key: string, date: number) => facts.now - times.since(key, date)
  const changes = [
    ...instances.map((instance) => timeOf(instance.id, instance.createdAt)),
    ...newest.map((deployment) => timeOf(deployment.id, deployment.changedAt)),
  ]
  const atPeers =
    lastVisitAt === undefined ? [] : [timeOf(`visit of ${id}`, lastVisitAt) + peerDelay]
  return { ...facts, changedAt: Math.max(...changes, ...atPeers, Number.NEGATIVE_INFINITY) }
}
