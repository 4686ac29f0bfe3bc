import type { Environment } from '#platform/model/hosting/environment.ts'
import type { Recipe } from '#platform/model/hosting/recipe/recipe.ts'
import type { Source } from './source.ts'

/** Support for one type of application. Reads files and variables, runs nothing. */
export interface Runtime {
  /** The type given at creation (`node`). */
  readonly type: string
  /** Name in the catalogue. */
  readonly title: string
  /** Its applications are built from a Dockerfile, which not every engine can. */
  readonly usesDockerfile?: true
  /** Throws a `Failure` of step `recipe` with one sentence when the source cannot be built. */
  recipe(source: Source, environment: Environment): Promise<Recipe>
}
