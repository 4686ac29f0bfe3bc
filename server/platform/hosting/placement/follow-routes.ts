import { createWorker, type Worker } from '#kit/concurrency/worker.ts'
import { tellChallenges } from '#platform/hosting/certificates/acme/shared-challenges.ts'
import { assignAll } from '#platform/hosting/certificates/assign-certificates.ts'
import { removeRoute, reroute } from '#platform/hosting/deployments/routes.ts'
import type { Platform } from '#platform/hosting/platform.ts'
import type { SharedMemory } from '#platform/model/hosting/placement/shared-memory.ts'
import type { ApplicationId } from '#platform/model/ids.ts'
import { isStoreUnavailable } from '#platform/model/store-unavailable.ts'
import { createDrainFollower } from './follow-drains.ts'
import { remoteRoutes } from './remote-routes.ts'

/** Notifications come at once; this is for those that were lost. */
const lookEvery = 5000

export interface RouteFollowerOptions {
  platform: () => Platform
  onBug: (error: unknown) => void
}

/**
 * Gives the router of this server what other servers have stored: the challenges of their ACME orders, certificates, and the
 * routes of the applications of other servers in its cluster, whose instances it reaches. So visitors and ACME servers may
 * come to any router. Acks what it has applied, and which instances are drained. The other servers call a deployment live
 * when all routers have its route, stop an instance only when no router sends visitors there or has a request in flight,
 * and let a challenge be verified when all routers answer it.
 */
export function createRouteFollower({ platform, onBug }: RouteFollowerOptions): Worker {
  /** What the applied route of each application was made from. */
  const applied = new Map<ApplicationId, string>()

  let challenges = '[]'
  let areCertificatesNew = false

  const followChallenges = async (shared: SharedMemory) => {
    const now = JSON.stringify(await shared.challenges.list())
    if (now === challenges) return
    await tellChallenges(platform(), shared)
    challenges = now
  }

  const followCertificates = async () => {
    if (!areCertificatesNew) return
    areCertificatesNew = false
    try {
      await assignAll(platform())
    } catch (error) {
      areCertificatesNew = true
      throw error
    }
  }

  /** Returns the applications whose routes the router did not confirm: they are repaired later, and delay no others. */
  const followRoutes = async (signal: AbortSignal): Promise<ApplicationId[]> => {
    const unconfirmed: ApplicationId[] = []
    // This server's router reaches the instances of other servers only in a cluster.
    if (!platform().engine.cluster) return unconfirmed
    const tell = async (id: ApplicationId, work: () => Promise<void>) => {
      signal.throwIfAborted()
      try {
        await work()
        return true
      } catch (error) {
        if (isStoreUnavailable(error)) throw error
        unconfirmed.push(id)
        return false
      }
    }
    const routes = await remoteRoutes(platform())
    for (const [id, { source, stopping }] of routes) {
      const isTold = applied.get(id) === source || (await tell(id, () => reroute(platform(), id)))
      if (!isTold) continue
      applied.set(id, source)
      drains.drain(stopping)
    }
    for (const id of applied.keys()) {
      if (routes.has(id)) continue
      if (await tell(id, () => forget(platform(), id))) applied.delete(id)
    }
    drains.retain([...routes.values()].flatMap(({ stopping }) => stopping))
    return unconfirmed
  }

  const worker = createWorker({
    onError: onBug,
    async run(signal) {
      const { shared } = platform().store
      if (!shared) return undefined
      const begin = await shared.membership.time()
      await followChallenges(shared)
      await followCertificates()
      await shared.routeAcks.ack(begin, await followRoutes(signal))
      return lookEvery
    },
  })
  const drains = createDrainFollower({ platform, onBug, signal: worker.signal })
  const onCertificates = () => {
    areCertificatesNew = true
    worker.wake()
  }
  let stopWatching = () => {}
  return {
    ...worker,
    begin() {
      const { store } = platform()
      if (!store.shared) return
      const nouns = ['applications', 'deployments', 'instances', 'domains', 'visitorRules'] as const
      const ends = nouns.map((noun) => store.watch(noun, worker.wake))
      ends.push(store.watch('certificates', onCertificates))
      stopWatching = () => {
        for (const end of ends) end()
      }
      worker.begin()
    },
    async close() {
      stopWatching()
      await worker.close()
      await drains.close()
    },
  }
}

/** A deleted application has no route. One that is local by now has the route that its own deployments set. */
async function forget(platform: Platform, id: ApplicationId): Promise<void> {
  const isDeleted = (await platform.store.applications.find(id)) === undefined
  if (isDeleted) await removeRoute(platform, id)
}
