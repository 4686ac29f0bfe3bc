import { formatDuration } from '#kit/text/duration.ts'
import { buildMeter, closeUsage, openUsage, usageOfBuild } from '#platform/billing/usage/meter.ts'
import { limitsOf } from '#platform/hosting/deployments/instances/instances.ts'
import {
  buildEnvironment,
  buildFingerprint,
  seesVariables,
} from '#platform/hosting/deployments/recipe/build-inputs.ts'
import { withDigest } from '#platform/hosting/deployments/recipe/pin-image.ts'
import type { Platform } from '#platform/hosting/platform.ts'
import { quotaAccountOf } from '#platform/identity/quotas.ts'
import { portsFor } from '#platform/marketplace/addons/links/network-access.ts'
import type { Deployment } from '#platform/model/hosting/deployments/deployment.ts'
import type { Artifact } from '#platform/model/hosting/deployments/engine.ts'
import type { Release } from '#platform/model/hosting/deployments/release.ts'
import type { Source } from '#platform/model/hosting/deployments/source.ts'
import { type Environment, isOn } from '#platform/model/hosting/environment.ts'
import { buildFlavorOf } from '#platform/model/hosting/max-flavors.ts'
import { withMemoryOption, withoutOptions } from '#platform/model/hosting/recipe/program-options.ts'
import type { Recipe } from '#platform/model/hosting/recipe/recipe.ts'
import type { OwnPages } from '#platform/model/hosting/visitors/visitor-rules.ts'
import type { Store } from '#platform/model/store.ts'
import type { DeploymentLog } from './deployment-log.ts'
import { findKeptRelease, type KeptContext, ownArtifact } from './kept-release.ts'

export interface BuildContext extends KeptContext {
  environment: Environment
  recipe: Recipe
  source: Source
  /** The application's own error pages. */
  pages?: OwnPages | undefined
}

/** Builds the artifact, or reuses one with the same fingerprint, and creates the release. */
export async function makeRelease(
  platform: Pick<Platform, 'store' | 'engine' | 'clock' | 'policies' | 'portVariables'>,
  building: BuildContext,
): Promise<Release> {
  const { deployment, environment, pages } = building
  const kept = await findKeptRelease(platform, building)
  const fingerprint = kept?.buildFingerprint ?? fingerprintOf(building)
  const built = kept ?? (await findBuilt(platform, building, fingerprint))
  await beginBuild(platform, building, { isMetered: built === undefined })
  const { imageDigest, ...artifact } = built
    ? await ownArtifact(platform, building, built)
    : await buildArtifact(platform, building)
  const recipe = withDigest(building.recipe, imageDigest)
  const release: Release = {
    deploymentId: deployment.id,
    applicationId: deployment.applicationId,
    number: deployment.number,
    commit: deployment.commit,
    buildFingerprint: imageDigest ? fingerprintOf({ ...building, recipe }) : fingerprint,
    artifact,
    recipe,
    environment: Object.freeze({ ...recipe.environment, ...environment }),
    createdAt: platform.clock(),
    ...(built && originOf(deployment, built)),
  }
  await platform.store.transaction(async (inside) => {
    await closeUsage(inside, buildMeter(deployment.id), release.createdAt)
    await inside.releases.put(release)
    if (pages) await inside.releasePages.put(release.deploymentId, pages)
  })
  return release
}

/** The deployment id is included only if the owner wants artifacts not to be shared. */
function fingerprintOf({ recipe, environment, deployment }: BuildContext): string {
  const own = isOn(environment, 'CC_DISABLE_BUILD_CACHE_UPLOAD') ? [deployment.id] : []
  return buildFingerprint(deployment.commit, recipe, environment, own)
}

/** Where the artifact of the release came from, if not from a build for this application. */
function originOf({ origin }: Deployment, built: Release): Pick<Release, 'origin'> {
  const found = origin ?? built.origin
  return found ? { origin: found } : {}
}

async function findBuilt(
  { store, engine }: Pick<Platform, 'store' | 'engine'>,
  { deployment, recipe, log, restored }: BuildContext,
  fingerprint: string,
): Promise<Release | undefined> {
  const { applicationId, withoutCache } = deployment
  if (withoutCache) return undefined
  const built = await store.releases.findBuilt(applicationId, fingerprint)
  if (!built || !(await engine.holds(built.artifact))) {
    if (!restored) await explainBuild(store, deployment, built, log)
    return undefined
  }
  log.info(
    seesVariables(recipe)
      ? `Nothing to build: release ${built.number} was built from the same source and variables.`
      : `Nothing to build: release ${built.number} was built from the same source, and no command of the build sees the variables.`,
  )
  return built
}

/** Tells why a commit that was built before is built again. */
async function explainBuild(
  store: Pick<Store, 'releases'>,
  { applicationId, commit }: Deployment,
  built: Release | undefined,
  log: DeploymentLog,
): Promise<void> {
  const releases = built ? [built] : await store.releases.listOf(applicationId)
  const same = releases.find((release) => release.commit === commit)
  if (!same) return
  log.info(
    built
      ? `The artifact of release ${same.number} is no longer kept, so it is built again.`
      : `Release ${same.number} is of the same commit, but variables or the recipe have changed since, so it is built again.`,
  )
}

/** Notes the end of the planning and meters the build. What a crash or a failing store leaves open is ended by `settleUsage`. */
async function beginBuild(
  { store, clock, policies }: Pick<Platform, 'store' | 'clock' | 'policies'>,
  { application, deployment }: BuildContext,
  { isMetered }: { isMetered: boolean },
): Promise<void> {
  const usage = usageOfBuild(
    application,
    deployment.id,
    buildFlavorOf(application, policies.maxFlavors),
  )
  const now = clock()
  await store.transaction(async (inside) => {
    await inside.deployments.note(deployment.id, { plannedAt: now })
    if (isMetered) await openUsage(inside, usage, now)
  })
}

/** The meter of a build that succeeds ends with the release. */
async function buildArtifact(
  platform: Pick<Platform, 'store' | 'engine' | 'clock' | 'policies' | 'portVariables'>,
  building: BuildContext,
): Promise<Artifact> {
  const { store, clock } = platform
  try {
    return await runBuild(platform, building)
  } catch (error) {
    const meterId = buildMeter(building.deployment.id)
    await store.transaction((inside) => closeUsage(inside, meterId, clock())).catch(() => {})
    throw error
  }
}

async function runBuild(
  platform: Pick<Platform, 'store' | 'engine' | 'policies' | 'portVariables'>,
  { application, deployment, environment, recipe, source, log, signal }: BuildContext,
): Promise<Artifact> {
  const { store, engine, policies } = platform
  const begin = performance.now()
  const limits = limitsOf(buildFlavorOf(application, policies.maxFlavors))
  const own = { ...recipe.environment, ...buildEnvironment(recipe, environment) }
  const all = { ...own, INSTANCE_TYPE: 'build' }
  const given = withoutOptions(all, recipe.omittedInBuild)
  const artifact = await engine.build({
    applicationId: application.id,
    ownerId: await quotaAccountOf(store, application.ownerId),
    deploymentId: deployment.id,
    deploymentNumber: deployment.number,
    applicationNumber: application.number,
    recipe,
    source,
    environment: Object.freeze(
      withMemoryOption(given, recipe.memoryOption, limits.memoryMegabytes),
    ),
    limits,
    reaches: await portsFor(platform, application.id),
    withoutCache: deployment.withoutCache,
    onLine: log.output,
    say: log.info,
    signal,
  })
  log.info(`Build succeeded in ${formatDuration(performance.now() - begin)}.`)
  return artifact
}
