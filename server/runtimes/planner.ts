import type { Environment } from '#platform/applications/environment.ts'
import type { Recipe } from '#platform/deployments/recipe/recipe.ts'
import type { Place } from './pipeline/app-folder.ts'
import type { PlatformVariable } from './variable.ts'

/** Exact versions that the owner has fixed for tools, by the name of the tool. */
export type GivenTools = ReadonlyMap<string, string>

/** What there is to plan from. */
export interface PlanOrder extends Place {
  environment: Environment
  given: GivenTools
}

/** What one type of application knows of itself; the pipeline adds what all types have. */
export interface Planner {
  readonly type: string
  readonly title: string
  /** The variables that it understands. */
  readonly variables: readonly PlatformVariable[]
  /** Throws a `Failure` of step `recipe` with one sentence when the source cannot be built. */
  plan(order: PlanOrder): Promise<Recipe>
}
