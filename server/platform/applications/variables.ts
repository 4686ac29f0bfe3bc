import type { Application } from '#platform/applications/application.ts'
import type { Environment } from '#platform/applications/environment.ts'
import { validateVariables } from '#platform/applications/names.ts'
import type { Platform } from '#platform/platform.ts'

type Keeping = Pick<Platform, 'store'>

export async function setVariable(
  { store }: Keeping,
  { id }: Application,
  name: string,
  value: string,
): Promise<void> {
  await store.transaction(async (inside) => {
    validateVariables({ ...(await inside.variables.of(id)), [name]: value })
    await inside.variables.set(id, name, value)
  })
}

export async function unsetVariable({ store }: Keeping, { id }: Application, name: string) {
  await store.variables.unset(id, name)
}

/** Makes these the only variables of the application. */
export async function replaceVariables(
  { store }: Keeping,
  { id }: Application,
  environment: Environment,
): Promise<void> {
  validateVariables(environment)
  await store.transaction((inside) => inside.variables.replace(id, environment))
}
