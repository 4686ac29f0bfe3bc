import type { Platform } from '#platform/hosting/platform.ts'
import { quotaAccountOf } from '#platform/identity/quotas.ts'
import type { Application } from '#platform/model/hosting/application.ts'
import type { Deployment } from '#platform/model/hosting/deployments/deployment.ts'
import type { Artifact } from '#platform/model/hosting/deployments/engine.ts'
import { artifactGone } from '#platform/model/hosting/deployments/failure.ts'
import type { Release } from '#platform/model/hosting/deployments/release.ts'
import type { DeploymentLog } from './deployment-log.ts'

/** A deployment that names a release, by which it may need no build. */
export interface KeptContext {
  application: Application
  deployment: Deployment
  log: DeploymentLog
  signal: AbortSignal
  /** Release that is started again, with its artifact if that is kept. */
  restored?: Release | undefined
  /** Release of which the artifact is deployed with the current variables. */
  reused?: Release | undefined
}

/** The release that the deployment names, if its artifact is kept. Only an own one could be built again. */
export async function findKeptRelease(
  { engine }: Pick<Platform, 'engine'>,
  { application, deployment, log, restored, reused }: KeptContext,
): Promise<Release | undefined> {
  const release = restored ?? reused
  if (!release) return undefined
  const { number, artifact, commit } = release
  const isKept = await engine.holds(artifact)
  if (release.applicationId !== application.id) {
    if (!isKept) throw artifactGone()
    const from = deployment.origin?.name ?? release.applicationId
    log.info(`Nothing to build: promoting release ${number} of ${from}, commit ${commit}.`)
    return release
  }
  if (isKept) {
    log.info(`Nothing to build: release ${number} is kept${promotionText(release)}.`)
    return release
  }
  log.info(`The artifact of release ${number} is no longer kept, so it is built again.`)
  return undefined
}

const promotionText = ({ origin }: Release) =>
  origin ? `, promoted from release ${origin.number} of ${origin.name}` : ''

/** The artifact of a release, as one of this application. */
export async function ownArtifact(
  { store, engine }: Pick<Platform, 'store' | 'engine'>,
  { application, deployment, signal }: KeptContext,
  { applicationId, artifact }: Release,
): Promise<Artifact> {
  if (applicationId === application.id) return artifact
  return engine.copy({
    artifact,
    builtFor: applicationId,
    applicationId: application.id,
    ownerId: await quotaAccountOf(store, application.ownerId),
    applicationNumber: application.number,
    deploymentId: deployment.id,
    signal,
  })
}
