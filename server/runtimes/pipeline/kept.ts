import type { Environment } from '#platform/applications/environment.ts'
import { Failure } from '#platform/deployments/failure.ts'
import type { Recipe } from '#platform/deployments/recipe/recipe.ts'
import { setting } from '#runtimes/setting.ts'
import { pathsIn } from '#runtimes/variable.ts'

/** What is kept of the built files, when the owner has said so. */
export function keptOf(environment: Environment): Recipe['kept'] {
  const without = setting(environment, 'CC_IGNORE_FROM_BUILDCACHE')
  const only = setting(environment, 'CC_OVERRIDE_BUILDCACHE')
  if (only !== undefined && without !== undefined) {
    throw new Failure(
      'recipe',
      'CC_OVERRIDE_BUILDCACHE and CC_IGNORE_FROM_BUILDCACHE exclude each other: keep one of them.',
    )
  }
  if (only !== undefined) return { only: pathsIn(only) }
  return without === undefined ? undefined : { without: pathsIn(without) }
}
