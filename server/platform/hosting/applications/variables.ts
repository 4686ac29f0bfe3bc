import type { Platform } from '#platform/hosting/platform.ts'
import type { Application } from '#platform/model/hosting/application.ts'
import type { Environment } from '#platform/model/hosting/environment.ts'
import { validateVariables } from '#platform/model/hosting/names.ts'
import { Refusal } from '#platform/model/refusal.ts'
import { versionOf } from './environment-version.ts'

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

/** Replaces all variables of the application; with a version only if they are still those that it stands for. */
export async function replaceVariables(
  { store }: Context,
  { id }: Application,
  environment: Environment,
  version?: string,
): Promise<void> {
  validateVariables(environment)
  await store.transaction(async (inside) => {
    if (version !== undefined && versionOf(await inside.variables.of(id)) !== version) {
      throw new Refusal(
        'conflict',
        'Somebody else has changed the variables since you read them. Nothing was changed.',
      )
    }
    await inside.variables.replace(id, environment)
  })
}
