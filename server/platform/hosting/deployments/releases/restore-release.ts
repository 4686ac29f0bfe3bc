import type { Platform } from '#platform/hosting/platform.ts'
import type { Deployment } from '#platform/model/hosting/deployments/deployment.ts'
import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import type { Release } from '#platform/model/hosting/deployments/release.ts'
import type { Environment } from '#platform/model/hosting/environment.ts'
import { compareVariables, isOfPlatform } from './compare-releases.ts'

/** The release that a deployment starts again; `undefined` when it deploys a commit. */
export async function releaseToRestore(
  { store }: Pick<Platform, 'store'>,
  { rollbackTo }: Deployment,
): Promise<Release | undefined> {
  if (!rollbackTo) return undefined
  const release = await store.releases.find(rollbackTo)
  if (release) return release
  throw new Failure('source', 'The release to start again is no longer on record.')
}

/**
 * Variables of a release that is started again: its own, except that what linked add-ons and applications provide has
 * its current value, because their passwords may have been rotated since.
 */
export const variablesToRestore = (
  { environment }: Release,
  current: { own: Environment; linked: Environment },
): Environment =>
  Object.fromEntries(
    Object.entries(environment).filter(
      ([name]) =>
        !isOfPlatform(name) &&
        (!Object.hasOwn(current.linked, name) || Object.hasOwn(current.own, name)),
    ),
  )

/** Lines for the log of a rollback. */
export function describeRollback(
  { number, recipe, environment }: Release,
  current: Environment,
): string[] {
  const { added, changed, removed } = compareVariables(
    { ...recipe.environment, ...current },
    environment,
  )
  const names = [...added, ...changed, ...removed].toSorted()
  return [
    `Rollback to release ${number}: with its commit, its recipe and its variables; linked add-ons and applications give their current ones.`,
    ...(names.length > 0
      ? [
          `Variables that have changed since: ${names.join(', ')}. They stay as you have set them, and the next deployment uses them.`,
        ]
      : []),
  ]
}
