import type { Client } from '#client/client.ts'
import type { ApplicationAddress } from '#client/resources/applications/application-address.ts'
import type { Variable } from '#client/resources/applications/environment.ts'

/** Variables of one source: the application itself, a linked application or an add-on. */
export interface VariableSource {
  /** "the application web" or "the add-on db"; `undefined` for the application itself. */
  from?: string
  name: string
  variables: readonly Variable[]
}

/** Where the variables of an application come from; an earlier source overrides a later one. */
export async function variableSources(
  client: Client,
  application: ApplicationAddress & { name: string },
): Promise<VariableSource[]> {
  const [own, dependencies, addons] = await Promise.all([
    client.environment.list(application),
    client.environment.ofDependencies(application),
    client.environment.ofAddons(application),
  ])
  return [
    { name: application.name, variables: own },
    ...dependencies.map(({ app_name: name, env: variables }) => ({
      from: `the application ${name}`,
      name,
      variables,
    })),
    ...addons.map(({ addon_name: name, env: variables }) => ({
      from: `the add-on ${name}`,
      name,
      variables,
    })),
  ]
}

/** The sources without what an earlier one overrides. */
export function withoutOverridden(sources: readonly VariableSource[]): VariableSource[] {
  const seen = new Set<string>()
  return sources.map((source) => ({
    ...source,
    variables: source.variables.filter(({ name }) => !seen.has(name) && seen.add(name)),
  }))
}
