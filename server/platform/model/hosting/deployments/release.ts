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
  /** Absent when the artifact was built for this application. */
  origin?: ReleaseOrigin | null | undefined
}

/** The release of another application that an artifact was promoted from; either may be gone meanwhile. */
export interface ReleaseOrigin {
  applicationId: ApplicationId
  /** Name of that application at the promotion. */
  name: string
  number: number
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

/** The application that takes the releases of another: production those of staging. Goes with either of them. */
export interface PromotionTargets {
  set(applicationId: ApplicationId, targetId: ApplicationId): Promise<void>
  /** Whether there was one. */
  remove(applicationId: ApplicationId): Promise<boolean>
  of(applicationId: ApplicationId): Promise<ApplicationId | undefined>
  /** Applications that have this one as their target. */
  sourcesOf(targetId: ApplicationId): Promise<ApplicationId[]>
}
