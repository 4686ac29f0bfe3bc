import { getApplication } from '#platform/applications/find.ts'
import type { Deployment } from '#platform/deployments/deployment.ts'
import { createDeploymentLog } from '#platform/deployments/pipeline/deployment-log.ts'
import { drain } from '#platform/deployments/pipeline/drain.ts'
import { end } from '#platform/deployments/pipeline/transition.ts'
import { reroute } from '#platform/deployments/routes.ts'
import type { Platform } from '#platform/platform.ts'

/** Visitors are told that the application is stopped, then its instances end. Its release stays. */
export async function stop(platform: Platform, deployment: Deployment, signal: AbortSignal) {
  const { id } = await getApplication(platform, deployment.applicationId)
  signal.throwIfAborted()
  await platform.store.applications.setWanted(id, 'down')
  await reroute(platform, id)
  await drain(platform, await platform.store.instances.listOf(id), signal)
  await end(platform, deployment, 'stopped')
  createDeploymentLog(platform, deployment).info('The application was stopped.')
}
