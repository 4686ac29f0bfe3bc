import type { ApplicationId, DeploymentId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'

/** Keeps the newest releases of an application, and what is live, for a rollback; removes the others. */
export async function removeOldReleases(
  { store, engine, policies }: Pick<Platform, 'store' | 'engine' | 'policies'>,
  applicationId: ApplicationId,
): Promise<void> {
  const application = await store.applications.find(applicationId)
  const releases = await store.releases.listOf(applicationId)
  const isKept = (deploymentId: DeploymentId, index: number) =>
    index < policies.releasesKept || deploymentId === application?.liveDeploymentId
  const kept = releases.filter((release, index) => isKept(release.deploymentId, index))
  const artifactsKept = new Set(kept.map(({ artifact }) => artifact.id))
  for (const release of releases.filter((release) => !kept.includes(release))) {
    if (!artifactsKept.has(release.artifact.id)) await engine.discard(release.artifact)
    await store.releases.remove(release.deploymentId)
  }
}
