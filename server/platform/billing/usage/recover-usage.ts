import type { Platform } from '#platform/billing/platform.ts'
import { isEnded } from '#platform/model/hosting/deployments/deployment.ts'
import type { Instance } from '#platform/model/hosting/instances/instance.ts'
import { isRunEnded, isRunId, type RunId } from '#platform/model/hosting/runs/run.ts'
import { type DeploymentId, type InstanceId, isAddonId } from '#platform/model/ids.ts'
import { providedStates } from '#platform/model/marketplace/addon-states.ts'
import type { Store } from '#platform/model/store.ts'
import {
  buildMeter,
  closeUsage,
  isSamePrice,
  meterAddon,
  openUsage,
  usageOfAddon,
  usageOfInstance,
} from './meter.ts'

type Context = Pick<Platform, 'store' | 'engine' | 'clock'>
/** Without a placement, all applications are local. */
type MeterContext = Context & { placement?: Platform['placement'] | undefined }

/**
 * Brings usage in line with what runs after a start of the server. What no longer runs ended at an unknown moment: it
 * counts until the platform was last seen alive. What runs without being metered, as after an upgrade, counts from now.
 * Applications of other servers are metered there.
 */
export async function recoverUsage(
  { store, engine, clock }: Context,
  remoteIds: ReadonlySet<string> = new Set(),
): Promise<void> {
  const all = await store.instances.listAll()
  const instances = all.filter(({ applicationId }) => !remoteIds.has(applicationId))
  const running = new Set<string>()
  for (const { id } of instances) if (await engine.isRunning(id)) running.add(id)
  await store.transaction(async (inside) => {
    const lastSeen = (await inside.billingTimes.get('alive')) ?? 0
    for (const { meterId, resourceId } of await inside.usage.listOpen(['runtime', 'build'])) {
      if (!running.has(meterId) && !remoteIds.has(resourceId))
        await closeUsage(inside, meterId, lastSeen)
    }
    await meterRunning(
      inside,
      instances.filter(({ id }) => running.has(id)),
      clock(),
    )
    await meterAddons(inside, clock())
  })
}

async function meterRunning(store: Store, instances: readonly Instance[], now: number) {
  const applications = new Map((await store.applications.listAll()).map((each) => [each.id, each]))
  for (const instance of instances) {
    const application = applications.get(instance.applicationId)
    if (application) await openUsage(store, usageOfInstance(application, instance), now)
  }
}

const pageLength = 500

/** Only what differs is read one by one, so that the start does not take longer with many add-ons. */
async function meterAddons(store: Store, now: number): Promise<void> {
  const open = new Map((await store.usage.listOpen(['addon'])).map((each) => [each.meterId, each]))
  const plans = new Map((await store.plans.listAll()).map((plan) => [plan.id, plan]))
  for (const { id } of await store.providers.listAll()) {
    for (let offset = 0; ; offset += pageLength) {
      const page = { limit: pageLength, offset, states: providedStates }
      const addons = await store.addons.listOfProvider(id, page)
      for (const addon of addons) {
        const interval = open.get(addon.id)
        open.delete(addon.id)
        const used = usageOfAddon(addon, plans.get(addon.planId))
        if (!interval || !isSamePrice(interval, used)) await meterAddon(store, addon.id, now)
      }
      if (addons.length < pageLength) break
    }
  }
  for (const meterId of open.keys()) {
    if (isAddonId(meterId)) await meterAddon(store, meterId, now)
  }
}

/**
 * Records that the platform is alive, and ends the metering of builds and instances that are over, but whose end could
 * not be written at the time. Run once a minute.
 */
export async function settleUsage({
  store,
  engine,
  clock,
  placement,
}: MeterContext): Promise<void> {
  const open = await store.usage.listOpen(['runtime', 'build'])
  if (open.length === 0) return
  const over: string[] = []
  for (const { kind, meterId } of open) {
    const isOver =
      kind === 'build'
        ? await isBuildOver(store, meterId)
        : isRunId(meterId)
          ? await isRunOver(store, meterId)
          : await isInstanceOver({ store, engine, placement }, meterId as InstanceId)
    if (isOver) over.push(meterId)
  }
  await store.transaction(async (inside) => {
    for (const meterId of over) await closeUsage(inside, meterId, clock())
    await inside.billingTimes.set('alive', clock())
  })
}

async function isBuildOver(store: Store, meterId: string): Promise<boolean> {
  const deploymentId = meterId.slice(buildMeter('').length) as DeploymentId
  const deployment = await store.deployments.find(deploymentId)
  return !deployment || isEnded(deployment)
}

async function isRunOver(store: Store, id: RunId): Promise<boolean> {
  const run = await store.runs.find(id)
  return !run || isRunEnded(run)
}

async function isInstanceOver(
  { store, engine, placement }: Omit<MeterContext, 'clock'>,
  id: InstanceId,
): Promise<boolean> {
  const instance = await store.instances.find(id)
  if (!instance) return true
  if (instance.state !== 'stopping' || (await placement?.remoteServerOf(instance.applicationId)))
    return false
  return !(await engine.isRunning(id))
}
