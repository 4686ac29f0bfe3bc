import type { DeploymentLog } from '#platform/hosting/deployments/pipeline/deployment-log.ts'
import { withRunPart } from '#platform/hosting/deployments/recipe/build-inputs.ts'
import type { Platform } from '#platform/hosting/platform.ts'
import type { Application } from '#platform/model/hosting/application.ts'
import type { Deployment } from '#platform/model/hosting/deployments/deployment.ts'
import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import type { Release } from '#platform/model/hosting/deployments/release.ts'
import type { Environment } from '#platform/model/hosting/environment.ts'
import type { Recipe } from '#platform/model/hosting/recipe/recipe.ts'
import type { DeploymentId } from '#platform/model/ids.ts'
import { describeDiffering, differingVariables } from './differing-variables.ts'

/** The live release of an application if it was promoted: a restart keeps its artifact. */
export async function promotedRelease(
  { store }: Pick<Platform, 'store'>,
  { liveDeploymentId }: Application,
): Promise<DeploymentId | undefined> {
  const live = liveDeploymentId ? await store.releases.find(liveDeploymentId) : undefined
  return live?.origin ? live.deploymentId : undefined
}

/** The release whose artifact a deployment takes with the current variables; `undefined` when it deploys a commit. */
export async function releaseToReuse(
  { store, engine }: Pick<Platform, 'store' | 'engine'>,
  { id, artifactOf }: Deployment,
): Promise<Release | undefined> {
  if (!artifactOf) return undefined
  // Run again after a crash, it may have its own copy already, and the application that it came from may be gone.
  const own = await store.releases.find(id)
  if (own && (await engine.holds(own.artifact))) return own
  const release = await store.releases.find(artifactOf)
  if (release) return release
  throw new Failure('source', 'The release to promote is no longer on record.', [
    'Its application was deleted, or has had many releases since. Promote another one.',
  ])
}

interface ReuseContext {
  application: Application
  environment: Environment
  log: DeploymentLog
}

/** Built as the release was; started as the variables of the application want. */
export function recipeToReuse(
  release: Release,
  planned: Recipe,
  { application, environment, log }: ReuseContext,
): Recipe {
  const { recipe } = release
  if (release.applicationId !== application.id) {
    describeDiffering(differingVariables(release, environment)).forEach(log.warn)
  }
  const wanted = new Map(planned.tools.map(({ name, version }) => [name, version]))
  const differing = recipe.tools.filter(({ name, version }) => {
    const line = wanted.get(name)
    return line !== undefined && version !== line && !version.startsWith(`${line}.`)
  })
  if (differing.length > 0) {
    const built = differing.map(({ name, version }) => `${name} ${version}`).join(', ')
    log.info(`It runs with the tools that it was built with: ${built}.`)
  }
  return withRunPart(recipe, planned)
}
