import type { Application } from '#platform/applications/application.ts'
import { isEnded } from '#platform/deployments/deployment.ts'
import { Failure } from '#platform/deployments/failure.ts'
import type { Platform } from '#platform/platform.ts'
import { Refusal } from '#platform/refusal.ts'
import type { Store } from '#platform/store.ts'
import { type Quotas, quotaRefusal } from './quotas.ts'
import {
  type DeploymentInstances,
  type RunningUsage,
  sumOf,
  usageAtScale,
  usageOf,
} from './running-usage.ts'

type Counting = Pick<Store, 'applications' | 'deployments' | 'instances'>

const megabyte = 1024 * 1024

/**
 * Says no when an application at this scale, together with what all others of its owner run or are about to run, would
 * have more instances or memory than the quotas allow. To be asked in the transaction that starts it.
 */
export async function requireRunningQuota(
  store: Counting,
  quotas: Quotas,
  application: Application,
): Promise<void> {
  const { instances, memory } = sumOf([
    usageAtScale(application),
    ...(await usageOfOthers(store, application)),
  ])
  if (instances > quotas.instances) {
    throw quotaRefusal(
      'instances',
      `${instances} instances would run, and ${quotas.instances} are allowed.`,
      'Stop an application or scale one down and restart it',
    )
  }
  if (memory > quotas.memory) {
    throw quotaRefusal(
      'memory',
      `${memory / megabyte} MB of memory would be in use, and ${quotas.memory / megabyte} MB are allowed.`,
      'Stop an application or choose a smaller flavor and restart it',
    )
  }
}

/**
 * The same before an instance is started: what was allowed when the deployment was asked for may be too much by now, and
 * the scale may have been lowered on the record alone. The deployment fails, and what serves goes on.
 */
export async function requireStartQuota(
  { store, policies }: Pick<Platform, 'store' | 'policies'>,
  application: Application,
): Promise<void> {
  try {
    await store.transaction((inside) => requireRunningQuota(inside, policies.quotas, application))
  } catch (error) {
    throw error instanceof Refusal ? new Failure('start', error.message) : error
  }
}

/** Whether the quotas allow an application at its scale. */
export async function hasRunningQuota(
  platform: Pick<Platform, 'store' | 'policies'>,
  application: Application,
): Promise<boolean> {
  try {
    await requireStartQuota(platform, application)
    return true
  } catch (error) {
    if (error instanceof Failure) return false
    throw error
  }
}

/** Whether the scale on an application's record is that of instances which run or are about to. */
export async function isRunningOrStarting(
  store: Counting,
  { id, wanted }: Application,
): Promise<boolean> {
  return wanted === 'up' || (await startingApplications(store)).has(id)
}

async function startingApplications(store: Counting): Promise<Set<string>> {
  const unfinished = await store.deployments.listUnfinished()
  const starting = unfinished.filter(
    (deployment) => deployment.action === 'deploy' && !isEnded(deployment),
  )
  return new Set(starting.map(({ applicationId }) => applicationId))
}

async function usageOfOthers(store: Counting, { id, ownerId }: Application) {
  const starting = await startingApplications(store)
  const usages: RunningUsage[] = []
  for (const each of await store.applications.listOf(ownerId)) {
    if (each.id === id) continue
    const isActive = each.wanted === 'up' || starting.has(each.id)
    const scale = isActive ? usageAtScale(each) : undefined
    usages.push(usageOf(scale, await instancesByDeployment(store, each)))
  }
  return usages
}

async function instancesByDeployment(
  store: Counting,
  { id }: Application,
): Promise<DeploymentInstances[]> {
  const all = Map.groupBy(await store.instances.listOf(id), ({ deploymentId }) => deploymentId)
  return Promise.all(
    [...all].map(async ([deploymentId, instances]) => ({
      hasFailed: (await store.deployments.find(deploymentId))?.state === 'failed',
      instances,
    })),
  )
}
