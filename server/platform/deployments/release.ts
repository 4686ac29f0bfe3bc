import type { Environment } from '#platform/applications/environment.ts'
import type { ApplicationId, DeploymentId } from '#platform/ids.ts'
import type { Artifact } from './engine.ts'
import type { Recipe } from './recipe/recipe.ts'

/** An artifact with a frozen environment, numbered; it can be started again at any time. */
export interface Release {
  deploymentId: DeploymentId
  applicationId: ApplicationId
  /** The number of the deployment that made it. */
  number: number
  commit: string
  /** What the build depended on; an equal fingerprint means that the artifact can be used again. */
  buildFingerprint: string
  artifact: Artifact
  recipe: Recipe
  environment: Environment
  createdAt: number
}
