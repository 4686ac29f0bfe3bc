import { createHash } from 'node:crypto'
import { formatDuration } from '#kit/text/duration.ts'
import type { Application } from '#platform/applications/application.ts'
import { type Environment, isOn } from '#platform/applications/environment.ts'
import type { Deployment } from '#platform/deployments/deployment.ts'
import type { Artifact } from '#platform/deployments/engine.ts'
import { limitsOf } from '#platform/deployments/instances/instances.ts'
import { withMemoryOption } from '#platform/deployments/recipe/memory-option.ts'
import type { Recipe } from '#platform/deployments/recipe/recipe.ts'
import type { Release } from '#platform/deployments/release.ts'
import type { Source } from '#platform/deployments/source.ts'
import type { ApplicationId, DeploymentId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import { quotaAccountOf } from '#platform/quotas/quotas.ts'
import type { DeploymentLog } from './deployment-log.ts'

export interface BuildContext {
  application: Application
  deployment: Deployment
  environment: Environment
  recipe: Recipe
  source: Source
  log: DeploymentLog
  signal: AbortSignal
}

/** Builds the artifact, or reuses one with the same fingerprint, and creates the release. */
export async function makeRelease(
  platform: Pick<Platform, 'store' | 'engine' | 'clock'>,
  building: BuildContext,
): Promise<Release> {
  const { deployment, environment, recipe } = building
  const buildFingerprint = fingerprintOf(building)
  const artifact =
    (await findArtifact(platform, building, buildFingerprint)) ??
    (await buildArtifact(platform, building))
  const release: Release = {
    deploymentId: deployment.id,
    applicationId: deployment.applicationId,
    number: deployment.number,
    commit: deployment.commit,
    buildFingerprint,
    artifact,
    recipe,
    environment: Object.freeze({ ...recipe.environment, ...environment }),
    createdAt: platform.clock(),
  }
  await platform.store.releases.put(release)
  return release
}

/**
 * Fingerprint of all inputs of a build. Variables are included only if a build command sees them; their other effects
 * are in the recipe. The deployment id is included only if the owner wants artifacts not to be shared.
 */
function fingerprintOf({ recipe, environment, deployment }: BuildContext): string {
  const { CC_DEPLOYMENT_ID: _, ...seen } = environment
  const variables = seesVariables(recipe) ? seen : {}
  const own = isOn(environment, 'CC_DISABLE_BUILD_CACHE_UPLOAD') ? [deployment.id] : []
  return createHash('sha256')
    .update(JSON.stringify([deployment.commit, recipe, variables, ...own]))
    .digest('hex')
}

/** Whether a build command sees the application's variables; the installation of a shared dependency tree does not. */
export const seesVariables = ({ prepare = [], dependencies, build }: Recipe): boolean =>
  prepare.length > 0 || build.length > 0 || (dependencies !== undefined && !dependencies.sharedBy)

async function findArtifact(
  { store, engine }: Pick<Platform, 'store' | 'engine'>,
  { deployment: { applicationId, withoutCache }, recipe, log }: BuildContext,
  fingerprint: string,
): Promise<Artifact | undefined> {
  if (withoutCache) return undefined
  const built = await store.releases.findBuilt(applicationId, fingerprint)
  if (!built || !(await engine.holds(built.artifact))) return undefined
  log.info(
    seesVariables(recipe)
      ? `Nothing to build: release ${built.number} was built from the same source and variables.`
      : `Nothing to build: release ${built.number} was built from the same source, and no command of the build sees the variables.`,
  )
  return built.artifact
}

async function buildArtifact(
  { store, engine, clock }: Pick<Platform, 'store' | 'engine' | 'clock'>,
  { application, deployment, environment, recipe, source, log, signal }: BuildContext,
): Promise<Artifact> {
  const begin = clock()
  const limits = limitsOf(application.buildFlavor)
  const own = { ...recipe.environment, ...environment, INSTANCE_TYPE: 'build' }
  const artifact = await engine.build({
    applicationId: application.id,
    ownerId: await quotaAccountOf(store, application.ownerId),
    deploymentId: deployment.id,
    deploymentNumber: deployment.number,
    applicationNumber: application.number,
    recipe,
    source,
    environment: Object.freeze(withMemoryOption(own, recipe.memoryOption, limits.memoryMegabytes)),
    limits,
    withoutCache: deployment.withoutCache,
    onLine: log.output,
    say: log.info,
    signal,
  })
  log.info(`Build succeeded in ${formatDuration(clock() - begin)}.`)
  return artifact
}

/** Keeps the newest releases of an application and the live one, for rollback; deletes the others. */
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
