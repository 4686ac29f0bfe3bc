import type { Environment } from '#platform/applications/environment.ts'
import type { Platform } from '#platform/platform.ts'
import { Failure } from './failure.ts'
import type { Recipe } from './recipe/recipe.ts'
import type { Source } from './source.ts'

/** Support for one type of application. Reads files and variables, runs nothing. */
export interface Runtime {
  /** The type given at creation (`node`). */
  readonly type: string
  /** Name in the catalogue. */
  readonly title: string
  /** Throws a `Failure` of step `recipe` with one sentence when the source cannot be built. */
  recipe(source: Source, environment: Environment): Promise<Recipe>
}

/** The runtime of an application's type. */
export function findRuntime({ runtimes }: Pick<Platform, 'runtimes'>, type: string): Runtime {
  const runtime = runtimes.find((candidate) => candidate.type === type)
  if (!runtime) {
    const known = runtimes.map((candidate) => candidate.type).join(', ')
    throw new Failure(
      'recipe',
      `Applications of type ${type} are not supported: this platform supports ${known}.`,
    )
  }
  return runtime
}
