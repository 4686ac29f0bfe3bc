import type { Application } from '#platform/applications/application.ts'
import { flavorNamed } from '#platform/applications/flavor.ts'
import { isEnded } from '#platform/deployments/deployment.ts'
import { Failure } from '#platform/deployments/failure.ts'
import type { Instance } from '#platform/deployments/instance.ts'
import type { ApplicationId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import { Refusal } from '#platform/refusal.ts'
import type { CountedInstance, Store } from '#platform/store.ts'
import { type Quotas, quotaAccountOf, quotaRefusal } from './quotas.ts'

type UsageStore = Pick<Store, 'applications' | 'deployments' | 'instances' | 'organisations'>

const megabyte = 1024 * 1024

/**
 * Says no when an application at this scale, together with what all others of its quota account run or are about to run, would
 * have more instances or memory than the quotas allow. An application that runs at this scale already may be deployed again all
 * the same: its account may have changed, or the quotas. To be asked in the transaction that starts it.
 */
export async function requireRunningQuota(
  store: UsageStore,
  quotas: Quotas,
  application: Application,
): Promise<void> {
  const scale = usageAtScale(application)
  const { own, others } = await measureUsage(store, application)
  if (isWithin(scale, own)) return
  const { instances, memory } = sumOf([scale, others])
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
  store: UsageStore,
  { id, wanted }: Application,
): Promise<boolean> {
  return wanted === 'up' || (await startingApplications(store)).has(id)
}

async function startingApplications(store: UsageStore): Promise<Set<string>> {
  const unfinished = await store.deployments.listUnfinished()
  const starting = unfinished.filter(
    (deployment) => deployment.action === 'deploy' && !isEnded(deployment),
  )
  return new Set(starting.map(({ applicationId }) => applicationId))
}

/** What runs of an application now, and what all others of its quota account run or are about to run. */
async function measureUsage(store: UsageStore, { id, ownerId }: Application) {
  const account = await quotaAccountOf(store, ownerId)
  const starting = await startingApplications(store)
  const instances = Map.groupBy(
    await store.instances.listOfQuotaAccount(account),
    ({ applicationId }) => applicationId,
  )
  const deploymentsOf = (applicationId: ApplicationId) =>
    instancesByDeployment(instances.get(applicationId) ?? [])
  const others = (await store.applications.listOfQuotaAccount(account))
    .filter((each) => each.id !== id)
    .map((each) => {
      const isActive = each.wanted === 'up' || starting.has(each.id)
      return usageOf(isActive ? usageAtScale(each) : undefined, deploymentsOf(each.id))
    })
  const versions = deploymentsOf(id).filter(({ hasFailed }) => !hasFailed)
  return { own: usageOf(undefined, versions), others: sumOf(others) }
}

const instancesByDeployment = (instances: readonly CountedInstance[]): DeploymentInstances[] =>
  [...Map.groupBy(instances, ({ deploymentId }) => deploymentId).values()].map((all) => ({
    hasFailed: all.some(({ hasFailed }) => hasFailed),
    instances: all,
  }))

/** How many instances there are, and the memory in bytes that they may use together. */
interface RunningUsage {
  instances: number
  memory: number
}

/** The instances that one deployment of an application has, and whether it failed: they are kept to be looked at then. */
interface DeploymentInstances {
  hasFailed: boolean
  instances: readonly Pick<Instance, 'flavor'>[]
}

const none: RunningUsage = { instances: 0, memory: 0 }
export const memoryOf = (flavor: string) => flavorNamed(flavor).memoryMegabytes * megabyte

/** What an application uses once it runs at the scale of its record. */
export const usageAtScale = ({
  minInstances,
  minFlavor,
}: Pick<Application, 'minInstances' | 'minFlavor'>): RunningUsage => ({
  instances: minInstances,
  memory: minInstances * memoryOf(minFlavor),
})

const sumOf = (usages: readonly RunningUsage[]): RunningUsage =>
  usages.reduce(
    (sum, { instances, memory }) => ({
      instances: sum.instances + instances,
      memory: sum.memory + memory,
    }),
    none,
  )

/** Whether one usage has neither more instances nor more memory than another. */
const isWithin = (one: RunningUsage, other: RunningUsage): boolean =>
  one.instances <= other.instances && one.memory <= other.memory

/**
 * What an application uses, or is about to use: the larger of its scale and its largest version, because a version
 * replaces the one before it; and whatever is kept of failed deployments, because nothing replaces that.
 */
export function usageOf(
  scale: RunningUsage | undefined,
  deployments: readonly DeploymentInstances[],
): RunningUsage {
  const [failed, versions] = [true, false].map((hasFailed) =>
    deployments.filter((each) => each.hasFailed === hasFailed).map(usageOfInstances),
  ) as [RunningUsage[], RunningUsage[]]
  const largest = [scale ?? none, ...versions].reduce((one, other) => ({
    instances: Math.max(one.instances, other.instances),
    memory: Math.max(one.memory, other.memory),
  }))
  return sumOf([largest, ...failed])
}

const usageOfInstances = ({ instances }: DeploymentInstances): RunningUsage =>
  sumOf(instances.map(({ flavor }) => ({ instances: 1, memory: memoryOf(flavor) })))
