import { isDeepStrictEqual } from 'node:util'
import type { Release } from '#platform/model/hosting/deployments/release.ts'

/** Differences between a release and the one before; variables by name only, because values are secrets. */
export interface ReleaseChanges {
  /** Whether the commit is another. */
  isCommitChanged: boolean
  variables: NameChanges
  /** Fields of the recipe that differ, such as `start`. */
  recipe: string[]
}

export interface NameChanges {
  added: string[]
  changed: string[]
  removed: string[]
}

type Compared = Pick<Release, 'commit' | 'environment' | 'recipe'>

/** Set by the platform, different in every deployment. */
const platformNames = new Set([
  'APP_ID',
  'CC_APP_NAME',
  'CC_COMMIT_ID',
  'CC_DEPLOYMENT_ID',
  'COMMIT_ID',
])

export const isOfPlatform = (name: string): boolean => platformNames.has(name)

/** What changed since the release before; of the first one everything is new. */
export function compareReleases(release: Compared, before: Compared | undefined): ReleaseChanges {
  return {
    isCommitChanged: release.commit !== before?.commit,
    variables: compareVariables(before?.environment ?? {}, release.environment),
    recipe: before ? changedKeys(before.recipe, release.recipe) : [],
  }
}

/** Names that were added, changed or removed, sorted. */
export function compareVariables(
  before: Readonly<Record<string, string>>,
  after: Readonly<Record<string, string>>,
): NameChanges {
  const names = (variables: object) => Object.keys(variables).filter((name) => !isOfPlatform(name))
  return {
    added: names(after)
      .filter((name) => !Object.hasOwn(before, name))
      .toSorted(),
    changed: names(after)
      .filter((name) => Object.hasOwn(before, name) && before[name] !== after[name])
      .toSorted(),
    removed: names(before)
      .filter((name) => !Object.hasOwn(after, name))
      .toSorted(),
  }
}

function changedKeys(before: object, after: object): string[] {
  const value = (of: object, key: string): unknown => (of as Record<string, unknown>)[key]
  const keys = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...keys]
    .filter((key) => !isDeepStrictEqual(value(before, key), value(after, key)))
    .toSorted()
}
