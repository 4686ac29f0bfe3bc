import type { Platform } from '#platform/hosting/platform.ts'
import { quotaAccountOf, quotaRefusal } from '#platform/identity/quotas.ts'
import type { Application, Scale } from '#platform/model/hosting/application.ts'
import { isEnded } from '#platform/model/hosting/deployments/deployment.ts'
import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import { flavorNamed } from '#platform/model/hosting/flavor.ts'
import type { Instance } from '#platform/model/hosting/instances/instance.ts'
import type { RunRecord } from '#platform/model/hosting/runs/run.ts'
import type { ApplicationId, OwnerId } from '#platform/model/ids.ts'
import type { Quotas } from '#platform/model/quotas.ts'
import { Refusal } from '#platform/model/refusal.ts'
import type { CountedInstance, Store } from '#platform/model/store.ts'

type UsageStore = Pick<
  Store,
  'applications' | 'deployments' | 'instances' | 'organisations' | 'runs'
>

const megabyte = 1024 * 1024

/**
 * Refuses when an application at this scale, plus what the other applications of its quota account run or are
 * starting, would exceed the instance or memory quota. Redeploying at the current scale is always allowed, because
 * account or quotas may have changed. Call it in the transaction that starts the deployment.
 */
export async function requireRunningQuota(
  store: UsageStore,
  quotas: Quotas,
  application: Application,
): Promise<void> {
  const scale = usageAtScale(application)
  // Most deployments are such ones, and should not read all applications of the account.
  if (isWithin(scale, await usageOfApplication(store, application))) return
  refuseBeyond(
    quotas,
    sumOf([
      scale,
      await usageOfOthers(store, application, application.id),
      await usageOfRuns(store, application),
    ]),
  )
}

/** Refuses a run of this size beside all that the account runs or is starting. Call it in the transaction that adds the run. */
export async function requireRunQuota(
  store: UsageStore,
  quotas: Quotas,
  { application, flavor }: { application: Application; flavor: string },
): Promise<void> {
  refuseBeyond(
    quotas,
    sumOf([
      { instances: 1, memory: memoryOf(flavor) },
      await usageOfOthers(store, application),
      await usageOfRuns(store, application),
    ]),
  )
}

/** The runs of a quota account that have not ended. */
export async function runsOfAccount(
  store: Pick<Store, 'applications' | 'organisations' | 'runs'>,
  ownerId: OwnerId,
): Promise<RunRecord[]> {
  const running = await store.runs.listUnfinished()
  if (running.length === 0) return []
  const account = await quotaAccountOf(store, ownerId)
  const own = new Set((await store.applications.listOfQuotaAccount(account)).map(({ id }) => id))
  return running.filter(({ applicationId }) => own.has(applicationId))
}

const usageOfRuns = async (store: UsageStore, { ownerId }: Application): Promise<RunningUsage> =>
  usageOfInstances({ instances: await runsOfAccount(store, ownerId) })

function refuseBeyond(quotas: Quotas, { instances, memory }: RunningUsage): void {
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
 * Repeats the check before an instance starts: usage may have grown since the deployment was queued, and the scale may
 * have been lowered on record alone. The deployment fails, and the old version keeps serving.
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

/** Whether instances run, or are starting, at the scale on the application's record. */
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

/** Current usage of an application, without instances kept of failed deployments. */
async function usageOfApplication(store: UsageStore, { id }: Application): Promise<RunningUsage> {
  const versions = Map.groupBy(await store.instances.listOf(id), ({ deploymentId }) => deploymentId)
  for (const deploymentId of versions.keys()) {
    const deployment = await store.deployments.find(deploymentId)
    if (deployment?.state === 'failed') versions.delete(deploymentId)
  }
  const deployments = [...versions.values()].map((instances) => ({ hasFailed: false, instances }))
  return usageOf(undefined, deployments)
}

/** Usage of all applications in the quota account of an application, including starting ones, without one of them. */
async function usageOfOthers(
  store: UsageStore,
  { ownerId }: Application,
  without?: ApplicationId,
): Promise<RunningUsage> {
  const account = await quotaAccountOf(store, ownerId)
  const starting = await startingApplications(store)
  const instances = Map.groupBy(
    await store.instances.listOfQuotaAccount(account),
    ({ applicationId }) => applicationId,
  )
  const deploymentsOf = (applicationId: ApplicationId) =>
    instancesByDeployment(instances.get(applicationId) ?? [])
  const others = (await store.applications.listOfQuotaAccount(account))
    .filter((each) => each.id !== without)
    .map((each) => {
      const isActive = each.wanted === 'up' || starting.has(each.id)
      return usageOf(isActive ? usageAtScale(each) : undefined, deploymentsOf(each.id))
    })
  return sumOf(others)
}

const instancesByDeployment = (instances: readonly CountedInstance[]): DeploymentInstances[] =>
  [...Map.groupBy(instances, ({ deploymentId }) => deploymentId).values()].map((all) => ({
    hasFailed: all.some(({ hasFailed }) => hasFailed),
    instances: all,
  }))

/** Number of instances and their total memory limit in bytes. */
interface RunningUsage {
  instances: number
  memory: number
}

/** Instances of one deployment; those of a failed one are kept for troubleshooting. */
interface DeploymentInstances {
  hasFailed: boolean
  instances: readonly Pick<Instance, 'flavor'>[]
}

const none: RunningUsage = { instances: 0, memory: 0 }
export const memoryOf = (flavor: string) => flavorNamed(flavor).memoryMegabytes * megabyte

/** Usage of an application at the scale on its record. */
export const usageAtScale = ({ currentInstances, currentFlavor }: Scale): RunningUsage => ({
  instances: currentInstances,
  memory: currentInstances * memoryOf(currentFlavor),
})

const sumOf = (usages: readonly RunningUsage[]): RunningUsage =>
  usages.reduce(
    (sum, { instances, memory }) => ({
      instances: sum.instances + instances,
      memory: sum.memory + memory,
    }),
    none,
  )

/** Whether one usage exceeds another neither in instances nor in memory. */
const isWithin = (one: RunningUsage, other: RunningUsage): boolean =>
  one.instances <= other.instances && one.memory <= other.memory

/**
 * Current or imminent usage of an application: the maximum of its scale and its largest version, because versions
 * replace each other, plus the instances kept of failed deployments, which nothing replaces.
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

const usageOfInstances = ({ instances }: Pick<DeploymentInstances, 'instances'>): RunningUsage =>
  sumOf(instances.map(({ flavor }) => ({ instances: 1, memory: memoryOf(flavor) })))
