import type { NamedAddon } from '#cli/resolve/addon.ts'
import type { NamedApplication } from '#cli/resolve/application.ts'
import type { Client } from '#client/client.ts'
import type { Variable } from '#client/resources/applications/environment.ts'
import type { Variables } from './variable-changes.ts'

/** A set of variables that is read and replaced as a whole. */
export interface VariableSet {
  /** Command of the set. */
  kind: 'env' | 'published-config' | 'config-provider'
  /** Id of the application or add-on. */
  id: string
  /** Name of the application or add-on. */
  name: string
  read(): Promise<Variables>
  replace(variables: Variables): Promise<unknown>
}

export const ownVariables = (client: Client, application: NamedApplication): VariableSet => ({
  kind: 'env',
  id: application.id,
  name: application.name,
  read: async () => byName(await client.environment.list(application)),
  replace: (variables) => client.environment.replace(application, variables),
})

export const exposedVariables = (client: Client, application: NamedApplication): VariableSet => ({
  kind: 'published-config',
  id: application.id,
  name: application.name,
  read: () => client.dependencies.exposed(application),
  replace: (variables) => client.dependencies.expose(application, variables),
})

export const providedVariables = (client: Client, addon: NamedAddon): VariableSet => ({
  kind: 'config-provider',
  id: addon.id,
  name: addon.name,
  read: async () => byName(await client.addons.configuration(addon)),
  replace: (variables) => client.addons.configure(addon, variables),
})

const byName = (variables: readonly Variable[]): Variables =>
  Object.fromEntries(variables.map(({ name, value }) => [name, value]))
