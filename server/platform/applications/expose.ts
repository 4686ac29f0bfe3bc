import { isDeepStrictEqual } from 'node:util'
import { queueRestarts } from '#platform/addons/links/restart-linked.ts'
import type { Application } from '#platform/applications/application.ts'
import type { Environment } from '#platform/applications/environment.ts'
import { getApplication } from '#platform/applications/find.ts'
import { validateVariables } from '#platform/applications/names.ts'
import type { Platform } from '#platform/platform.ts'
import { restartQuota } from '#platform/quotas/restart-quota.ts'

/**
 * Makes these the only variables that an application exposes. Those that are linked to it and running restart when
 * that is a change.
 */
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
