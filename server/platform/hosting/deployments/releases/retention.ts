import type { Platform } from '#platform/hosting/platform.ts'
import { isEnded } from '#platform/model/hosting/deployments/deployment.ts'
import type { Release } from '#platform/model/hosting/deployments/release.ts'
import type { ApplicationId } from '#platform/model/ids.ts'
import type { Store } from '#platform/model/store.ts'
import { releasesToPromote } from './pending-promotions.ts'

/** Records of releases kept per application, also of those whose artifact is gone. */
const maxRecords = 20

/**
 * Keeps the artifacts of the newest successful releases, of the live one, of those that runs use or that are being promoted, of the newest of all, and of the newest that
 * failed to start, which the next attempt of its commit reuses; discards the others. One that failed ages like the
 * others: it counts while it is among as many of the newest as are kept. Records are kept longer, so that an older
 * release can be built again.
 */
export async function removeOldReleases(
  { store, engine, policies }: Pick<Platform, 'store' | 'engine' | 'policies'>,
  applicationId: ApplicationId,
): Promise<void> {
  const application = await store.applications.find(applicationId)
  const releases = await store.releases.listOf(applicationId)
  const kept = new Set(releases.slice(0, 1))
  const recorded = new Set(releases.slice(0, 1))
  const failed = await newestFailed(store, releases.slice(0, Math.max(1, policies.releasesKept)))
  if (failed) kept.add(failed)
  const running = await store.runs.listUnfinished(applicationId)
  const promoted = await releasesToPromote({ store }, applicationId)
  let succeeded = 0
  for (const release of releases) {
    const deployment = await store.deployments.find(release.deploymentId)
    const isLive = release.deploymentId === application?.liveDeploymentId
    const isRun = running.some(({ deploymentId }) => deploymentId === release.deploymentId)
    const isPromoted = promoted.has(release.deploymentId)
    const isDeployed = deployment !== undefined && !isEnded(deployment)
    const isUsed = isLive || isRun || isPromoted || isDeployed
    const isSuccess = deployment?.state === 'live' || deployment?.state === 'stopped'
    if (isSuccess) succeeded += 1
    if (isUsed || (isSuccess && succeeded <= policies.releasesKept)) kept.add(release)
    if (kept.has(release) || (isSuccess && succeeded <= maxRecords)) recorded.add(release)
  }
  const artifactsKept = new Set([...kept].map(({ artifact }) => artifact.id))
  for (const release of releases.filter((each) => !kept.has(each))) {
    const { artifact, deploymentId } = release
    if (!artifactsKept.has(artifact.id) && (await engine.holds(artifact))) {
      await engine.discard(artifact)
    }
    if (!recorded.has(release)) await store.releases.remove(deploymentId)
  }
}

async function newestFailed(
  store: Pick<Store, 'deployments'>,
  releases: readonly Release[],
): Promise<Release | undefined> {
  for (const release of releases) {
    if ((await store.deployments.find(release.deploymentId))?.state === 'failed') return release
  }
  return undefined
}
