import {
  describeRollback,
  variablesToRestore,
} from '#platform/hosting/deployments/releases/restore-release.ts'
import type { Platform } from '#platform/hosting/platform.ts'
import { variablesOfAddons } from '#platform/marketplace/addons/config/addon-variables.ts'
import type { Application } from '#platform/model/hosting/application.ts'
import type { Deployment } from '#platform/model/hosting/deployments/deployment.ts'
import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import type { Release } from '#platform/model/hosting/deployments/release.ts'
import type { Environment } from '#platform/model/hosting/environment.ts'
import type { Instance } from '#platform/model/hosting/instances/instance.ts'
import { variablesOfDependencies } from './dependencies.ts'

export interface GatherOptions {
  /** Release that is started again. */
  restored?: Release | undefined
  /** Called with the variables of linked things that are shadowed, and with those that a rollback restores. */
  note?: (sentence: string) => void
}

/**
 * Environment of a deployment's build and instances. Precedence: platform, the owner's variables, exposed variables of
 * linked applications, linked add-ons. A rollback takes the owner's variables from the release.
 */
export async function gatherEnvironment(
  platform: Pick<Platform, 'store'>,
  application: Application,
  deployment: Deployment,
  { restored, note = () => {} }: GatherOptions = {},
): Promise<Environment> {
  const [addons, dependencies, current] = await Promise.all([
    variablesOfAddons(platform, application),
    variablesOfDependencies(platform, application),
    platform.store.variables.of(application.id),
  ])
  const linked = { ...firstWins(addons), ...firstWins(dependencies) }
  if (restored) describeRollback(restored, { ...linked, ...current }).forEach(note)
  const own = restored ? variablesToRestore(restored, { own: current, linked }) : current
  const given = { ...linked, ...own }
  const sources = [
    ...dependencies.map(({ dependency, variables }) => ({
      title: `the application ${dependency.name}`,
      variables,
    })),
    ...addons.map(({ addon, variables }) => ({ title: `the add-on ${addon.name}`, variables })),
  ]
  if (!restored) describeShadowed(sources, own).forEach(note)
  refuseTooMuch(given)
  return Object.freeze({
    ...given,
    APP_ID: application.id,
    CC_APP_NAME: application.name,
    COMMIT_ID: deployment.commit,
    CC_COMMIT_ID: deployment.commit,
    CC_DEPLOYMENT_ID: deployment.id,
  })
}

/** The variables that a deployment would get now, without those of the platform. */
export async function currentVariables(
  platform: Pick<Platform, 'store'>,
  application: Application,
): Promise<Environment> {
  const [addons, dependencies, own] = await Promise.all([
    variablesOfAddons(platform, application),
    variablesOfDependencies(platform, application),
    platform.store.variables.of(application.id),
  ])
  return { ...firstWins(addons), ...firstWins(dependencies), ...own }
}

/** The older link takes precedence, so that a later one cannot replace a value in use. */
const firstWins = (given: readonly { variables: Environment }[]): Environment =>
  Object.fromEntries(given.toReversed().flatMap(({ variables }) => Object.entries(variables)))

/** Limit in bytes; the kernel cannot exec with more. */
const maxEnvironment = 1024 * 1024

/** Each source is within its own limit; this checks the total. */
function refuseTooMuch(environment: Environment): void {
  const sizes = Object.entries(environment).map(
    ([name, value]) => name.length + Buffer.byteLength(value),
  )
  if (sizes.reduce((sum, size) => sum + size, 0) <= maxEnvironment) return
  throw new Failure(
    'recipe',
    'The variables of the application and of everything linked to it are larger than 1 MB.',
    ['Unlink something, or publish less in linked applications: `berth service`, `berth env`.'],
  )
}

/** Variables of one instance beyond the release's environment. */
export function instanceEnvironment(
  environment: Environment,
  { id, number }: Pick<Instance, 'id' | 'number'>,
  applicationName: string,
): Environment {
  return Object.freeze({
    ...environment,
    INSTANCE_ID: id,
    INSTANCE_NUMBER: String(number),
    INSTANCE_TYPE: 'production',
    CC_PRETTY_INSTANCE_NAME: `${applicationName}-${number}`,
  })
}

/** A linked thing that provides variables. */
export interface VariableSource {
  /** Description, such as `the add-on db`. */
  title: string
  variables: Environment
}

const maxNames = 5

/**
 * One sentence per source whose variables are shadowed by an earlier source. Variables that the owner has set are
 * meant to shadow others and are not reported.
 */
export function describeShadowed(sources: readonly VariableSource[], own: Environment): string[] {
  const winners = new Map<string, string>()
  const sentences: string[] = []
  for (const { title, variables } of sources) {
    const lost = new Map<string, string[]>()
    for (const name of Object.keys(variables)) {
      const winner = winners.get(name)
      if (winner === undefined) winners.set(name, title)
      else if (!Object.hasOwn(own, name)) lost.set(winner, [...(lost.get(winner) ?? []), name])
    }
    for (const [winner, names] of lost)
      sentences.push(`Not used from ${title}: ${listed(names)}. The values of ${winner} win.`)
  }
  return sentences
}

function listed(names: readonly string[]): string {
  const rest = names.length - maxNames
  return rest > 0 ? `${names.slice(0, maxNames).join(', ')} and ${rest} more` : names.join(', ')
}
