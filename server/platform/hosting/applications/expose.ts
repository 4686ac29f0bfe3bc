import { isDeepStrictEqual } from 'node:util'
import type { Platform } from '#platform/hosting/platform.ts'
import type { Application } from '#platform/model/hosting/application.ts'
import type { Environment } from '#platform/model/hosting/environment.ts'
import { validateVariables } from '#platform/model/hosting/names.ts'
import { getApplication } from './find.ts'

/** Replaces the variables that an application exposes. Linked running applications restart if they changed. */
export async function exposeVariables(
  { store, queue, restarts }: Pick<Platform, 'store' | 'queue' | 'restarts'>,
  { id, name }: Application,
  environment: Environment,
): Promise<void> {
  validateVariables(environment)
  const restarting = await store.transaction(async (inside) => {
    await getApplication({ store: inside }, id)
    const before = await inside.exposedVariables.of(id)
    if (isDeepStrictEqual({ ...before }, { ...environment })) return []
    await inside.exposedVariables.replace(id, environment)
    const dependents = await inside.dependencies.dependentsOf(id)
    const cause = `Configuration of ${name}`
    return restarts.enqueue(inside, dependents, { cause, isByOwner: true })
  })
  for (const dependentId of restarting) queue.wake(dependentId)
}
