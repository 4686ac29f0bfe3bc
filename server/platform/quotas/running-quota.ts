import type { Application } from '#platform/applications/application.ts'
import { flavorNamed } from '#platform/applications/flavor.ts'
import { isEnded } from '#platform/deployments/deployment.ts'
import type { Store } from '#platform/store.ts'
import { type Quotas, quotaRefusal } from './quotas.ts'

type Scale = Pick<Application, 'minInstances' | 'minFlavor'>

const megabyte = 1024 * 1024
const memoryOf = ({ minInstances, minFlavor }: Scale) =>
  minInstances * flavorNamed(minFlavor).memoryMegabytes * megabyte

/**
 * Says no when an application at this scale, together with all others of its owner that run or are being started, would
 * have more instances or memory than the quotas allow. To be asked in the transaction that starts it.
 */
export async function requireRunningQuota(
  store: Pick<Store, 'applications' | 'deployments'>,
  quotas: Quotas,
  application: Application,
): Promise<void> {
  const others = await runningOthers(store, application)
  const running = [...others, application]
  const instances = running.reduce((sum, { minInstances }) => sum + minInstances, 0)
  if (instances > quotas.instances) {
    throw quotaRefusal(
      'instances',
      `${instances} instances would run, and ${quotas.instances} are allowed.`,
      'Stop an application or scale one down',
    )
  }
  const memory = running.reduce((sum, each) => sum + memoryOf(each), 0)
  if (memory > quotas.memory) {
    throw quotaRefusal(
      'memory',
      `${memory / megabyte} MB of memory would be in use, and ${quotas.memory / megabyte} MB are allowed.`,
      'Stop an application or choose a smaller flavor',
    )
  }
}

async function runningOthers(
  store: Pick<Store, 'applications' | 'deployments'>,
  { id, ownerId }: Application,
): Promise<Application[]> {
  const unfinished = await store.deployments.listUnfinished()
  const starting = new Set(
    unfinished
      .filter((deployment) => deployment.action === 'deploy' && !isEnded(deployment))
      .map(({ applicationId }) => applicationId),
  )
  const all = await store.applications.listOf(ownerId)
  return all.filter((each) => each.id !== id && (each.wanted === 'up' || starting.has(each.id)))
}
