import { type RouteContext, rerouteSoon } from '#platform/hosting/deployments/routes.ts'
import { followVariables } from '#platform/hosting/visitors/follow-variables.ts'
import type { Application } from '#platform/model/hosting/application.ts'
import type { Environment } from '#platform/model/hosting/environment.ts'
import { validateVariables } from '#platform/model/hosting/names.ts'
import { Refusal } from '#platform/model/refusal.ts'
import type { Store } from '#platform/model/store.ts'
import { versionOf } from './environment-version.ts'

export async function setVariable(
  platform: RouteContext,
  application: Application,
  name: string,
  value: string,
): Promise<void> {
  const { id } = application
  await changeVariables(platform, application, async (inside) => {
    validateVariables({ ...(await inside.variables.of(id)), [name]: value })
    await inside.variables.set(id, name, value)
  })
}

export async function unsetVariable(
  platform: RouteContext,
  application: Application,
  name: string,
): Promise<void> {
  await changeVariables(platform, application, (inside) =>
    inside.variables.unset(application.id, name),
  )
}

/** Replaces all variables of the application; with a version only if they are still those that it stands for. */
export async function replaceVariables(
  platform: RouteContext,
  application: Application,
  environment: Environment,
  version?: string,
): Promise<void> {
  validateVariables(environment)
  const { id } = application
  await changeVariables(platform, application, async (inside) => {
    if (version !== undefined && versionOf(await inside.variables.of(id)) !== version) {
      throw new Refusal(
        'conflict',
        'Somebody else has changed the variables since you read them. Nothing was changed.',
      )
    }
    await inside.variables.replace(id, environment)
  })
}

/** Changes variables. Credentials that they demand of visitors are in force at once, all others from the next deployment on. */
async function changeVariables(
  platform: RouteContext,
  application: Application,
  change: (inside: Store) => Promise<void>,
): Promise<void> {
  const areCredentialsNew = await platform.store.transaction(async (inside) => {
    await change(inside)
    return followVariables(inside, application)
  })
  if (areCredentialsNew) await rerouteSoon(platform, application.id)
}
