import type { Environment } from '#platform/model/hosting/environment.ts'
import type { Recipe } from '#platform/model/hosting/recipe/recipe.ts'
import type { ApplicationId, DeploymentId } from '#platform/model/ids.ts'
import type { Artifact } from './engine.ts'

/** A numbered artifact with a frozen environment; can be started again at any time. */
export interface Release {
  deploymentId: DeploymentId
  applicationId: ApplicationId
  /** Number of the deployment that created it. */
  number: number
  commit: string
  /** Hash of the build's inputs; an artifact with an equal fingerprint is reused. */
  buildFingerprint: string
  artifact: Artifact
  recipe: Recipe
  environment: Environment
  createdAt: number
}

export interface Releases {
  put(release: Release): Promise<void>
  find(deploymentId: DeploymentId): Promise<Release | undefined>
  /** The newest release with this build fingerprint. */
  findBuilt(applicationId: ApplicationId, buildFingerprint: string): Promise<Release | undefined>
  /** Recipes of these releases, without opening anything secret. */
  recipesOf(ids: readonly DeploymentId[]): Promise<Map<DeploymentId, Recipe>>
  /** Newest first. */
  listOf(applicationId: ApplicationId): Promise<Release[]>
  remove(deploymentId: DeploymentId): Promise<void>
}
