import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import type { Runtime } from '#platform/model/hosting/deployments/runtime.ts'
import { type Environment, isOn } from '#platform/model/hosting/environment.ts'
import type { Recipe, Tool } from '#platform/model/hosting/recipe/recipe.ts'
import { isSystemTool } from '#platform/model/hosting/recipe/system-tools.ts'
import type { Catalogue } from '#runtimes/choose-version.ts'
import { compilerSystem } from '#runtimes/compiler-system.ts'
import type { GivenTools, PlannedRecipe, Planner } from '#runtimes/planner.ts'
import { portsBehind } from '#runtimes/request-flow/ports.ts'
import { readRequestFlow, withRequestFlow } from '#runtimes/request-flow/request-flow.ts'
import { pathsIn, setting } from '#runtimes/variable.ts'
import { appFolder, type Place, placeBelow } from './app-folder.ts'
import { cronsOf } from './crons.ts'
import { epilogueOf, hookStep } from './hooks.ts'
import { miseTools } from './mise.ts'
import { titleOf } from './mise-tools.ts'
import { recipeBelow } from './recipe-below.ts'
import { sshKey } from './ssh-key.ts'
import { checkVariables, pipelineVariables } from './variables.ts'
import { workersOf } from './workers.ts'

/** A runtime that tells which variables it reads besides those of all types. */
export interface PlannedRuntime extends Runtime, Pick<Planner, 'variables'> {}

/** A runtime: the planner of its type, wrapped in features common to all types. */
export function withPipeline(planner: Planner, catalogue: Catalogue): PlannedRuntime {
  const { type, title, variables } = planner
  return {
    type,
    title,
    variables,
    async recipe(repository, environment) {
      checkVariables(environment, [...pipelineVariables, ...variables])
      const folder = appFolder(setting(environment, 'APP_FOLDER'))
      const place: Place =
        folder === undefined ? { source: repository } : await placeBelow(repository, folder)
      const given = await miseTools(place, environment, {
        catalogue,
        installsOthers: planner.installsOtherTools ?? false,
        asWritten: planner.choosesVersionOf,
      })
      const flow = await readRequestFlow(place, environment)
      const ports = portsBehind(flow.services.length)
      const planned = await planner.plan({ ...place, environment, given, ports })
      const behind = withRequestFlow(planned, flow, { environment, catalogue, folder })
      const recipe = await completed(withGiven(behind, given), place, environment)
      return folder === undefined ? recipe : recipeBelow(recipe, folder)
    },
  }
}

/** Adds tools requested by the owner to those of the type. */
function withGiven(recipe: PlannedRecipe, given: GivenTools): PlannedRecipe {
  const added: Tool[] = [...given]
    .filter(([name]) => !recipe.tools.some((tool) => tool.name === name))
    .map(([name, version]) => ({ name, version }))
  const notes = added.map(({ name, version }) => `${titleOf(name)} ${version} (mise.toml)`)
  return {
    ...recipe,
    tools: withOneSystem([...recipe.tools, ...added]),
    notes: [...recipe.notes, ...notes],
  }
}

/** A sandbox has one Debian system. Those of languages have what the others are there for: compilers, and Varnish. */
function withOneSystem(tools: Tool[]): Tool[] {
  const [own, second] = tools.filter((tool) => isSystemTool(tool) && !isCommonSystem(tool))
  if (!own) return tools
  if (!second) return tools.filter((tool) => !isCommonSystem(tool))
  const [one, other] = [titleOf(own.name), titleOf(second.name)]
  throw new Failure(
    'recipe',
    `An application has one Debian system, that of ${one} or that of ${other}: take ${other} out of mise.toml, or choose the type linux, where mise installs it.`,
  )
}

const isCommonSystem = ({ name }: Tool) => name === compilerSystem.name || name === 'varnish'

/** Adds hooks, workers, crons and the rest, in order of their use. */
async function completed(
  recipe: PlannedRecipe,
  place: Place,
  environment: Environment,
): Promise<Recipe> {
  const {
    dependencies,
    buildCaches,
    startup,
    provided,
    allowedHosts,
    memoryOption,
    omittedInBuild,
  } = recipe
  const key = await sshKey(place, environment)
  const home = [...(recipe.home ?? []), ...key.home]
  const prepare = hookStep(environment, 'CC_PRE_BUILD_HOOK')
  const kept = keptOf(environment)
  const beforeStart = hookStep(environment, 'CC_PRE_RUN_HOOK')
  const workers = [...(recipe.workers ?? []), ...workersOf(environment)]
  const crons = await cronsOf(place)
  const epilogue = epilogueOf(environment)
  const obstacle = dependencies?.sharedBy && sharingObstacle(environment)
  const build = [...recipe.build, ...hookStep(environment, 'CC_POST_BUILD_HOOK')]
  const keepsCaches = buildCaches && build.length > 0 && !keepsNothing(environment)
  return {
    runtime: recipe.runtime,
    tools: recipe.tools,
    ...(recipe.programs && { programs: recipe.programs }),
    ...(home.length > 0 && { home }),
    ...(key.copies.length > 0 && { copies: key.copies }),
    ...(isOn(environment, 'CC_DISABLE_GIT_SUBMODULES') && { submodules: 'left empty' as const }),
    ...(keepsNothing(environment) && { downloads: 'thrown away' as const }),
    ...(prepare.length > 0 && { prepare }),
    ...(dependencies && { dependencies: obstacle ? unshared(dependencies) : dependencies }),
    build: [...build, ...(recipe.checks ?? [])],
    ...(keepsCaches && { buildCaches }),
    ...(kept && { kept }),
    ...(beforeStart.length > 0 && { beforeStart }),
    start: recipe.start,
    ...(recipe.listenAdvice && { listenAdvice: recipe.listenAdvice }),
    ...(workers.length > 0 && { workers }),
    ...(crons.length > 0 && { crons }),
    ...(epilogue && { epilogue }),
    ...(isTask(environment) && { purpose: 'task' as const }),
    ...(startup && { startup }),
    ...(provided && { provided }),
    ...(allowedHosts && { allowedHosts }),
    ...(memoryOption && { memoryOption }),
    ...(omittedInBuild && { omittedInBuild }),
    environment: recipe.environment,
    notes: obstacle ? [...recipe.notes, obstacle] : recipe.notes,
    warnings: [...recipe.warnings, ...key.warnings],
  }
}

/** Obstacles to sharing dependencies that do not depend on the type of the application. */
function sharingObstacle(environment: Environment): string | undefined {
  const why = 'Dependencies are installed again at each deployment, because'
  // The hook may change input files after they were read.
  if (setting(environment, 'CC_PRE_BUILD_HOOK')) return `${why} CC_PRE_BUILD_HOOK runs before.`
  return isOff(environment, 'CC_CACHE_DEPENDENCIES')
    ? `${why} CC_CACHE_DEPENDENCIES is off.`
    : undefined
}

const isOff = (environment: Environment, name: string) =>
  setting(environment, name) !== undefined && !isOn(environment, name)

function unshared({ sharedBy, expected, ...dependencies }: NonNullable<Recipe['dependencies']>) {
  return dependencies
}

const keepsNothing = (environment: Environment): boolean =>
  isOff(environment, 'CC_CACHE_DEPENDENCIES') || isOn(environment, 'CC_DISABLE_BUILD_CACHE_UPLOAD')

/** Selection of built files to keep, if the owner set one. */
function keptOf(environment: Environment): Recipe['kept'] {
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

/** Whether the application is a task, which needs a command. */
function isTask(environment: Environment): boolean {
  if (!isOn(environment, 'CC_TASK')) return false
  if (setting(environment, 'CC_RUN_COMMAND') === undefined) {
    throw new Failure('recipe', 'CC_TASK is on, and a task needs CC_RUN_COMMAND: what to run once.')
  }
  return true
}
