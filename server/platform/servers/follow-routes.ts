import { createWorker, type Worker } from '#kit/concurrency/worker.ts'
import type { Application } from '#platform/applications/application.ts'
import { tellChallenges } from '#platform/certificates/acme/shared-challenges.ts'
import { assignAll } from '#platform/certificates/assign-certificates.ts'
import { removeRoute, reroute } from '#platform/deployments/routes.ts'
import type { ApplicationId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import { livingElsewhere } from './living-here.ts'
import type { SharedMemory } from './shared-memory.ts'

/** Notifications come at once; this is for those that were lost. */
const lookEvery = 5000

export interface RouteFollowerOptions {
  platform: () => Platform
  onBug: (error: unknown) => void
}

/**
 * Gives the router of this server what other servers have stored: the challenges of their ACME orders, certificates, and the
 * routes of applications that live at other servers of its cluster, whose instances it reaches. So visitors and ACME servers
 * may come to any router. Tells the others up to when it has followed: they stop an instance only when no router
 * sends visitors there, and let a challenge be verified when all routers answer it.
 */
export function createRouteFollower({ platform, onBug }: RouteFollowerOptions): Worker {
  /** What the route of each application was made from. */
  const followed = new Map<ApplicationId, string>()

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
    await assignAll(platform())
  }

  const followRoutes = async (signal: AbortSignal) => {
    if (!platform().engine.cluster) return
    const sources = await sourcesElsewhere(platform())
    for (const [id, source] of sources) {
      signal.throwIfAborted()
      if (followed.get(id) === source) continue
      await reroute(platform(), id)
      followed.set(id, source)
    }
    for (const id of followed.keys()) {
      if (sources.has(id)) continue
      followed.delete(id)
      const isDeleted = (await platform().store.applications.find(id)) === undefined
      if (isDeleted) await removeRoute(platform(), id)
    }
  }

  const worker = createWorker({
    onError: onBug,
    async run(signal) {
      const { shared } = platform().store
      if (!shared) return undefined
      const begin = await shared.presence.time()
      await followChallenges(shared)
      await followCertificates()
      await followRoutes(signal)
      await shared.presence.noteFollowed(begin)
      return lookEvery
    },
  })
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
      const nouns = ['applications', 'deployments', 'instances', 'domains'] as const
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
    },
  }
}

/** All that the routes of applications elsewhere are made from, as a text for each: a few queries for all of them. */
async function sourcesElsewhere(platform: Platform): Promise<Map<ApplicationId, string>> {
  const { store } = platform
  const elsewhere = await livingElsewhere(platform)
  const applications = (await store.applications.listAll()).filter(({ id }) => elsewhere.has(id))
  const parts = new Map<string, unknown[]>(
    applications.map((each) => [each.id, [settingsOf(each)]]),
  )
  for (const { applicationId, id, state } of await store.deployments.listUnfinished()) {
    if (state === 'probation') parts.get(applicationId)?.push(id)
  }
  for (const {
    applicationId,
    id,
    state,
    deploymentId,
    started,
  } of await store.instances.listAll()) {
    parts.get(applicationId)?.push([id, state, deploymentId, started?.address])
  }
  for (const { applicationId, host, path } of await store.domains.listAll()) {
    parts.get(applicationId)?.push([host, path])
  }
  return new Map(applications.map(({ id }) => [id, JSON.stringify(parts.get(id))]))
}

const settingsOf = ({
  wanted,
  suspended,
  liveDeploymentId,
  forceHttps,
  stickySessions,
}: Application) => [wanted, suspended, liveDeploymentId, forceHttps, stickySessions]
