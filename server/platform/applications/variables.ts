import type { Platform } from '#platform/platform.ts'
import type { Application } from './application.ts'
import type { Environment } from './environment.ts'
import { validateVariables } from './names.ts'

type Context = Pick<Platform, 'store'>

export async function setVariable(
  { store }: Context,
  { id }: Application,
  name: string,
  value: string,
): Promise<void> {
  await store.transaction(async (inside) => {
    validateVariables({ ...(await inside.variables.of(id)), [name]: value })
    await inside.variables.set(id, name, value)
  })
}

export async function unsetVariable({ store }: Context, { id }: Application, name: string) {
  await store.variables.unset(id, name)
}

/** Replaces all variables of the application. */
export async function replaceVariables(
  { store }: Context,
  { id }: Application,
  environment: Environment,
): Promise<void> {
  validateVariables(environment)
  await store.transaction((inside) => inside.variables.replace(id, environment))
}
