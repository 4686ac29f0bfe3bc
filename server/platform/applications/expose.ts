import { isDeepStrictEqual } from 'node:util'
import type { Application } from '#platform/applications/application.ts'
import { listDependents } from '#platform/applications/dependencies.ts'
import type { Environment } from '#platform/applications/environment.ts'
import { validateVariables } from '#platform/applications/names.ts'
import { redeploy } from '#platform/deployments/requests.ts'
import type { Platform } from '#platform/platform.ts'

/**
 * Makes these the only variables that an application exposes. Those that depend on it and are running restart when
 * that is a change.
 */
export async function exposeVariables(
  platform: Pick<Platform, 'store' | 'queue' | 'clock' | 'repositories'>,
  application: Application,
  environment: Environment,
): Promise<void> {
  validateVariables(environment)
  const { id } = application
  const isChange = await platform.store.transaction(async (inside) => {
    const before = await inside.exposedVariables.of(id)
    if (isDeepStrictEqual({ ...before }, { ...environment })) return false
    await inside.exposedVariables.replace(id, environment)
    return true
  })
  if (isChange) await restartDependents(platform, application)
}

async function restartDependents(
  platform: Pick<Platform, 'store' | 'queue' | 'clock' | 'repositories'>,
  application: Application,
): Promise<void> {
  for (const dependent of await listDependents(platform, application)) {
    if (dependent.wanted !== 'up' || dependent.commit === null) continue
    await redeploy(platform, dependent, { authorId: '', withoutCache: false })
  }
}
