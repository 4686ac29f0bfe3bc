import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { allSettled } from '#kit/concurrency/all-settled.ts'
import { withTimeout } from '#kit/concurrency/timeout.ts'
import { ignoreDiskProblem, isDiskFull } from '#kit/files/disk-full.ts'
import { suspendedSentence } from '#platform/billing/payments/refuse-suspended.ts'
import { closeUsage, openUsage, usageOfInstance } from '#platform/billing/usage/meter.ts'
import { joinGroups } from '#platform/hosting/network-groups/instance-peers.ts'
import { localInstances } from '#platform/hosting/placement/local-applications.ts'
import type { Platform } from '#platform/hosting/platform.ts'
import {
  portsFor,
  refreshNetworkAccess,
} from '#platform/marketplace/addons/links/network-access.ts'
import type { Application } from '#platform/model/hosting/application.ts'
import { beforeStartTimeout, type Limits } from '#platform/model/hosting/deployments/engine.ts'
import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import { publicMessage } from '#platform/model/hosting/deployments/public-message.ts'
import type { Release } from '#platform/model/hosting/deployments/release.ts'
import { flavorNamed } from '#platform/model/hosting/flavor.ts'
import type { Instance } from '#platform/model/hosting/instances/instance.ts'
import type { InstanceEnd } from '#platform/model/hosting/instances/supervision.ts'
import type { InstanceId } from '#platform/model/ids.ts'
import type { Store } from '#platform/model/store.ts'
import { isStoreUnavailable } from '#platform/model/store-unavailable.ts'
import { startOrderOf } from './start-order.ts'

const startTimeout = 60_000
/** Time allowed to the engine beyond the instance's grace period. */
const stopTimeout = 60_000
/** Memory for each process or thread that an instance may have, far more than the kernel needs for one. */
const megabytesPerProcess = 2
const minProcesses = 256
const maxProcesses = 4096

/** An instance whose command runs, with the promise of its exit until supervision keeps it. */
export interface RunningInstance extends Instance {
  started: NonNullable<Instance['started']>
  ended: Promise<InstanceEnd>
}

export interface StartRequest {
  /** Id of an instance that was prepared; a new one when absent. */
  id?: InstanceId | undefined
  release: Release
  number: number
  /** Called with the title of each pre-start command. */
  say: (line: string) => void
  signal: AbortSignal
}

export function limitsOf(flavor: string): Limits {
  const { memoryMegabytes, cpus } = flavorNamed(flavor)
  return { memoryMegabytes, cpus, processes: processesFor(memoryMegabytes) }
}

/** By size: 256 up to half a gigabyte, 512 with one, and 4,096 with eight or more. */
const processesFor = (memoryMegabytes: number) =>
  Math.min(maxProcesses, Math.max(minProcesses, Math.floor(memoryMegabytes / megabytesPerProcess)))

/**
 * Starts one instance of a release. Its record is stored before the engine is called, so that a crash cannot lose it.
 */
export async function startInstance(
  platform: Pick<
    Platform,
    'store' | 'engine' | 'supervision' | 'clock' | 'networkGroupWorker' | 'portVariables'
  >,
  application: Application,
  { id = randomUUID(), release, number, say, signal }: StartRequest,
): Promise<RunningInstance> {
  const { store, engine, supervision, clock, networkGroupWorker } = platform
  const instance: Instance = {
    id,
    applicationId: application.id,
    deploymentId: release.deploymentId,
    number,
    state: 'starting',
    flavor: application.currentFlavor,
    createdAt: clock(),
    started: null,
  }
  const isGrouped = await store.transaction(async (inside) => {
    await refuseToStart(inside, application)
    await inside.instances.add(instance)
    await openUsage(inside, usageOfInstance(application, instance), instance.createdAt)
    return joinGroups({ store: inside, clock }, application, instance)
  })
  if (isGrouped) await networkGroupWorker.refresh()
  // A task is run once and never restarted.
  const isRestarted = release.recipe.purpose !== 'task'
  const ended = supervision.watch(instance, release.commit, { isRestarted })
  try {
    const order = await startOrderOf(platform, {
      application,
      release,
      instance,
      say,
      signal,
      limits: limitsOf(application.currentFlavor),
    })
    const started = await withTimeout(
      engine.start(order),
      startTimeout +
        (engine.fetchTimeout ?? 0) +
        (release.recipe.beforeStart ? beforeStartTimeout : 0),
      'the start of an instance',
    )
    await store.instances.update(instance.id, { started })
    if (!isDeepStrictEqual(await portsFor(platform, application.id), order.reaches))
      await refreshNetworkAccess(platform, application.id)
    if (isRestarted) supervision.restartWhileChecked(instance.id)
    return { ...instance, started, ended }
  } catch (error) {
    // Whether cleanup succeeds or not, the error that is reported is the one of the start.
    await stopInstance(platform, instance.id, 0).catch(() => {})
    const isSaid = error instanceof Failure || isDiskFull(error) || isStoreUnavailable(error)
    if (isSaid || signal.aborted) throw error
    throw new Failure('start', `The instance could not be started: ${publicMessage(error)}.`)
  }
}

/** A deployment may have begun before its owner was suspended. */
async function refuseToStart(store: Store, { id }: Application): Promise<void> {
  const application = await store.applications.find(id)
  if (application?.suspended) throw new Failure('start', suspendedSentence)
}

/** Stops an instance and deletes its record; also one that was only half started, or whose record cannot be written. */
export async function stopInstance(
  {
    store,
    clock,
    engine,
    supervision,
  }: Pick<Platform, 'store' | 'clock' | 'engine' | 'supervision'>,
  instanceId: InstanceId,
  grace: number,
): Promise<void> {
  supervision.dismiss(instanceId)
  try {
    await store.instances.update(instanceId, { state: 'stopping' })
  } finally {
    const stopping = engine.stop(instanceId, grace)
    await withTimeout(stopping, grace + stopTimeout, 'the end of an instance')
    supervision.forget(instanceId)
  }
  await removeInstance(store, instanceId, clock())
}

/** Deletes the record of an instance that has stopped, and ends the metering of its use. */
export const removeInstance = (store: Store, instanceId: InstanceId, now: number): Promise<void> =>
  store.transaction(async (inside) => {
    await inside.instances.remove(instanceId)
    await closeUsage(inside, instanceId, now)
  })

/** Stops every instance of every local application; the desired state stays `up`. */
export async function stopAllInstances(
  platform: Pick<Platform, 'store' | 'clock' | 'engine' | 'supervision' | 'placement'>,
  grace: number,
): Promise<void> {
  const instances = await localInstances(platform)
  // The record of one that a full disk has kept is removed by the next start.
  const stop = ({ id }: Instance) => stopInstance(platform, id, grace).catch(ignoreDiskProblem)
  await allSettled(instances.map(stop))
}

const usualPort = 8080

/**
 * Without network isolation the first application gets the port that it wants; the owners of others are told what is missing.
 */
export function explainPort(
  { started: { address, listenPort } }: RunningInstance,
  wantedPort = usualPort,
): string[] {
  if (listenPort !== undefined || address.port === wantedPort) return []
  return [
    `PORT is ${address.port} instead of ${wantedPort}, which is taken: listen on the port in PORT.`,
    `An application that can only listen on ${wantedPort} gets that port if nothing else uses it, or if each application has its own network: run Berth as root, with iproute2 and nftables installed.`,
  ]
}
