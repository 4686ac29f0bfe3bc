import type { Recipe } from '#platform/model/hosting/recipe/recipe.ts'
import type { Policies } from '#platform/model/policies.ts'

/**
 * Default timeout of the health check, in milliseconds. A JVM loads its classes and connects its pools first, which takes
 * minutes on a small or busy machine, so that what runs on one gets the longer of the operator's two.
 */
export const startTimeoutOf = (
  { startup }: Pick<Recipe, 'startup'>,
  {
    healthCheckTimeout,
    slowStartTimeout,
  }: Pick<Policies, 'healthCheckTimeout' | 'slowStartTimeout'>,
): number =>
  startup === 'slow' ? Math.max(healthCheckTimeout, slowStartTimeout) : healthCheckTimeout
