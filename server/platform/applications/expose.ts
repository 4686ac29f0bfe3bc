import { isDeepStrictEqual } from 'node:util'
import { queueRestarts } from '#platform/addons/links/restart-linked.ts'
import type { Platform } from '#platform/platform.ts'
import { restartQuota } from '#platform/quotas/deployment-quota.ts'
import type { Application } from './application.ts'
import type { Environment } from './environment.ts'
import { getApplication } from './find.ts'
import { validateVariables } from './names.ts'

/** Replaces the variables that an application exposes. Linked running applications restart if they changed. */
export async function exposeVariables(
  platform: Pick<Platform, 'store' | 'queue' | 'clock' | 'deploymentRate' | 'logs'>,
  { id, name }: Application,
  environment: Environment,
): Promise<void> {
  validateVariables(environment)
  const { store, queue, clock } = platform
  const admit = restartQuota(platform)
  const restarting = await store.transaction(async (inside) => {
    await getApplication({ store: inside }, id)
    const before = await inside.exposedVariables.of(id)
    if (isDeepStrictEqual({ ...before }, { ...environment })) return []
    await inside.exposedVariables.replace(id, environment)
    const dependents = await inside.dependencies.dependentsOf(id)
    return queueRestarts({ store: inside, clock }, dependents, `Configuration of ${name}`, admit)
  })
  for (const dependentId of restarting) queue.wake(dependentId)
}
