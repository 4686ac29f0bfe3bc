import type { Environment } from '#platform/model/hosting/environment.ts'
import type { BuildStep, Recipe } from '#platform/model/hosting/recipe/recipe.ts'
import type { Place } from './pipeline/app-folder.ts'
import type { Ports } from './request-flow/ports.ts'
import type { PlatformVariable } from './variable.ts'

/** Exact tool versions fixed by the owner, by the name of the tool; as the owner writes it for the one that the planner chooses itself. */
export type GivenTools = ReadonlyMap<string, string>

/** Inputs of planning. */
export interface PlanOrder extends Place {
  environment: Environment
  given: GivenTools
  ports: Ports
}

/** The recipe of a planner, before the pipeline completes it. */
export interface PlannedRecipe extends Recipe {
  /** Run at the end of the build, after the owner's last hook: they check what was built. */
  checks?: BuildStep[]
  /** The port of a server that it puts in front of the application, where that is not the application's own. */
  listensAt?: number
}

/** Planner of one type of application; the pipeline adds what all types have. */
export interface Planner {
  readonly type: string
  readonly title: string
  /** Variables that it reads. */
  readonly variables: readonly PlatformVariable[]
  /** Tools of mise.toml that the platform does not have are left to mise. */
  readonly installsOtherTools?: true
  /** The tool whose version in mise.toml is passed on as it is written: the planner has others than the platform. */
  readonly choosesVersionOf?: string
  /** Throws a `Failure` of step `recipe` with one message when the source cannot be built. */
  plan(order: PlanOrder): Promise<PlannedRecipe>
}
