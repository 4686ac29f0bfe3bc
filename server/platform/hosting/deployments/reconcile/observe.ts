import { keptStill } from '#platform/hosting/deployments/instances/keep-failed-instances.ts'
import { findTask } from '#platform/hosting/deployments/pipeline/task.ts'
import { deploymentOnProbation } from '#platform/hosting/deployments/routes.ts'
import type { Platform } from '#platform/hosting/platform.ts'
import type { Application } from '#platform/model/hosting/application.ts'
import { isEnded } from '#platform/model/hosting/deployments/deployment.ts'
import type { Instance } from '#platform/model/hosting/instances/instance.ts'
import type { ObservedApplication, ObservedInstance } from './difference.ts'

type Context = Pick<Platform, 'store' | 'engine' | 'supervision' | 'times'>

/** Reads what an application wants and has. `isAlive` says which of its instances can serve. */
export async function observe(
  platform: Context,
  application: Application,
  isAlive: (instance: Instance) => Promise<boolean>,
): Promise<ObservedApplication> {
  const probation = await deploymentOnProbation(platform, application.id)
  const instances: ObservedInstance[] = []
  for (const instance of await platform.store.instances.listOf(application.id)) {
    instances.push({
      ...instance,
      isAlive: await isAlive(instance),
      isSpared: await isSpared(platform, instance),
    })
  }
  return { application, probationId: probation?.id, instances }
}

/** A running task, an instance on probation, whose exit its worker handles, or one kept for troubleshooting. */
async function isSpared(platform: Context, instance: Instance): Promise<boolean> {
  const deployment = await platform.store.deployments.find(instance.deploymentId)
  if (deployment && !isEnded(deployment)) {
    return deployment.state === 'probation' || (await findTask(platform, deployment)) !== undefined
  }
  return (await keptStill(platform, instance)) > 0
}
