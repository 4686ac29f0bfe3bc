import { seesVariables, variablesSeen } from '#platform/hosting/deployments/recipe/build-inputs.ts'
import type { Release } from '#platform/model/hosting/deployments/release.ts'
import type { Environment } from '#platform/model/hosting/environment.ts'
import { isOfPlatform } from './compare-releases.ts'

/** Names of variables with which a build would have got another value here. */
export interface DifferingVariables {
  /** The value is part of the artifact: a Dockerfile names it, or bundlers write such variables into what browsers load. */
  baked: string[]
  /** The build could read it; whether it has is not known. */
  readable: string[]
}

/** Prefixes of variables that bundlers write into what browsers load: Next, Nuxt, Vite, Astro, SvelteKit, Create React App, Vue, Gatsby, Expo. */
const bundled = /^(NEXT_PUBLIC|NUXT_PUBLIC|VITE|PUBLIC|REACT_APP|VUE_APP|GATSBY|EXPO_PUBLIC)_/

/** Compares what the build of a release has seen with the variables of the application that it is promoted to. */
export function differingVariables(
  { recipe, environment }: Pick<Release, 'recipe' | 'environment'>,
  current: Environment,
): DifferingVariables {
  if (!recipe.dockerfile && !seesVariables(recipe)) return { baked: [], readable: [] }
  const before = variablesSeen(recipe, environment)
  const after = variablesSeen(recipe, { ...recipe.environment, ...current })
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((name) => !isOfPlatform(name) && before[name] !== after[name])
    .toSorted()
  const isBaked = (name: string) => recipe.dockerfile !== undefined || bundled.test(name)
  return {
    baked: names.filter(isBaked),
    readable: names.filter((name) => !isBaked(name)),
  }
}

/** Lines for the log of a promotion. */
export function describeDiffering({ baked, readable }: DifferingVariables): string[] {
  return [
    ...(baked.length > 0
      ? [`The artifact keeps values that differ here: ${baked.join(', ')}.`]
      : []),
    ...(readable.length > 0
      ? [
          `The build could read variables that differ here: ${readable.join(', ')}. What it has put into the artifact stays as it was.`,
        ]
      : []),
  ]
}
