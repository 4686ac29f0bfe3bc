import { createHash } from 'node:crypto'
import type { Environment } from '#platform/model/hosting/environment.ts'
import { isVolumeVariable } from '#platform/model/hosting/instances/volume.ts'
import type { Recipe } from '#platform/model/hosting/recipe/recipe.ts'
import { ruleVariables } from '#platform/model/hosting/scale-rules.ts'

/** Variables about running instances, which builds do not get: a change of one needs no build. */
const runVariables: ReadonlySet<string> = new Set([
  'CC_HEALTH_CHECK_PATH',
  'CC_HEALTH_CHECK_DEADLINE',
  'CC_HEALTH_CHECK_INTERVAL',
  'CC_LIVENESS_PATH',
  'CC_PROBATION',
  'CC_AUTO_ROLLBACK',
  'CC_TROUBLESHOOT',
  ...Object.values(ruleVariables),
])

const isRunVariable = (name: string) =>
  runVariables.has(name) || isVolumeVariable(name) || /^CC_HEALTH_CHECK_PATH_\d{1,4}$/.test(name)

/** The variables of a build; a Dockerfile gets any that its owner names. */
export function buildEnvironment({ dockerfile }: Recipe, environment: Environment): Environment {
  if (dockerfile) return environment
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !isRunVariable(name)))
}

/** Whether a build command sees the application's variables; the installation of a shared dependency tree does not. */
export const seesVariables = ({ prepare = [], dependencies, build }: Recipe): boolean =>
  prepare.length > 0 || build.length > 0 || (dependencies !== undefined && !dependencies.sharedBy)

/**
 * Hash of all inputs of a build: the commit, the part of the recipe that builds, and the variables that its commands
 * see. How the application starts is no part of it.
 */
export function buildFingerprint(
  commit: string,
  recipe: Recipe,
  environment: Environment,
  own: readonly string[] = [],
): string {
  const inputs = [commit, buildPart(recipe), variablesSeen(recipe, environment), ...own]
  return createHash('sha256').update(JSON.stringify(inputs)).digest('hex')
}

/** Fields of a recipe that only instances, the log or the health check read. */
const runFields = [
  'beforeStart',
  'start',
  'workers',
  'crons',
  'epilogue',
  'purpose',
  'startup',
  'provided',
  'allowedHosts',
  'notes',
  'warnings',
] as const satisfies (keyof Recipe)[]

type RunField = (typeof runFields)[number]

const isRunField = (name: string): name is RunField => runFields.some((field) => field === name)

const partOf = <Name extends keyof Recipe>(recipe: Recipe, isWanted: (name: string) => boolean) =>
  Object.fromEntries(Object.entries(recipe).filter(([name]) => isWanted(name))) as Pick<
    Recipe,
    Name
  >

const buildPart = (recipe: Recipe) =>
  partOf<Exclude<keyof Recipe, RunField>>(recipe, (name) => !isRunField(name))

/** A recipe that builds as one does and starts as the other. */
export const withRunPart = (built: Recipe, run: Recipe): Recipe => ({
  ...buildPart(built),
  ...partOf<RunField>(run, isRunField),
})

/** The variables that commands of the build see. */
export function variablesSeen(recipe: Recipe, environment: Environment): Environment {
  const { dockerfile } = recipe
  if (dockerfile) {
    const named = [...dockerfile.buildArguments, ...(dockerfile.secrets ?? [])]
    return Object.fromEntries(named.map((name) => [name, environment[name] ?? '']))
  }
  if (!seesVariables(recipe)) return {}
  const { CC_DEPLOYMENT_ID: _, ...seen } = buildEnvironment(recipe, environment)
  return seen
}
