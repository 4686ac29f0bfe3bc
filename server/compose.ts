import { createBackground } from '#kit/concurrency/background.ts'
import { trimEvents } from '#platform/events/record-event.ts'
import type { Addresses } from './api/http/endpoint.ts'
import { logBug } from './api/log-bug.ts'
import { createPlatform } from './platform/create-platform.ts'
import { stopAllInstances } from './platform/hosting/deployments/instances/instances.ts'
import { recover } from './platform/hosting/deployments/queue/recover.ts'
import { publishCutOff } from './platform/identity/audit/audited-resources.ts'
import { settleExpectedEnds } from './platform/marketplace/addons/database/expected-ends.ts'
import { findTransfer } from './platform/marketplace/addons/database/transfers.ts'
import { findResource } from './platform/observability/drains/find-resource.ts'
import { storeAccessLines } from './platform/observability/logs/access-lines.ts'
import { removeOrphanedLogs } from './platform/observability/logs/remove-orphaned-logs.ts'
import type { Platform } from './platform/platform.ts'
import { workersOf } from './platform/workers.ts'
import type { Settings } from './settings/settings.ts'
import { openActivation } from './wiring/activation.ts'
import type { DataFolder } from './wiring/disk/data-folder.ts'
import { trimToolchains } from './wiring/disk/trim-toolchains.ts'
import {
  publishUnpublished,
  type ReplicatedFolder,
  removeOrphanedRepositories,
} from './wiring/git/tidy-repositories.ts'
import type { Launched } from './wiring/launch.ts'
import type { Extent, Lifetime } from './wiring/lifetime.ts'
import { type OpenedListeners, openListeners } from './wiring/listeners.ts'
import { openResources, type Resources } from './wiring/resources.ts'

const tidyEvery = 3_600_000
/** Of Ctrl-C, at a terminal where somebody waits for it; `--stop-all` gives instances all of `BERTH_STOP_GRACE`. */
const maxStopGrace = 1500
/** An upload that takes longer is taken for one that a crash has interrupted. */
const abandonedAfter = 24 * 3_600_000

/** The running platform. */
export interface Berth {
  readonly addresses: Addresses
  readonly folder: DataFolder
  /** Missing isolation features of this machine, one sentence each. */
  readonly weaknesses: readonly string[]
  close(extent: Extent): Promise<void>
}

export interface ComposeOptions {
  launched: Launched
  lifetime: Lifetime
  /** A start that is interrupted results in the signal's reason. */
  interruption: AbortSignal
  log: (line: string) => void
}

/** Composition root of all parts, around those that were launched. They are closed in reverse order of opening. */
export async function compose(
  settings: Settings,
  { launched, lifetime, interruption, log }: ComposeOptions,
): Promise<Berth> {
  const onBug = (error: unknown) => logBug(log, error)
  let listeners: OpenedListeners | undefined
  const opened = Promise.withResolvers<void>()
  const known = () => {
    if (!listeners) throw new Error('a listener was used before all were open')
    return listeners
  }
  const resources = await openResources({
    settings,
    launched,
    lifetime,
    platform: () => platform,
    apiUrl: () => known().addresses.api,
    visitorListeners: () => known().addresses.visitors,
    localApiUrl: () => known().localApi,
    interruption,
    log,
    onBug,
  })
  interruption.throwIfAborted()
  const activator = lifetime.opened(
    await openActivation({ settings, platform: () => platform, opened: opened.promise, onBug }),
  )
  const platform = createPlatform({
    ...resources.forPlatform,
    ...(activator.address && { activator: activator.address }),
  })
  const begin = platform.clock()
  lifetime.defer(() => {
    const grace = Math.min(settings.stopGrace, maxStopGrace)
    return lifetime.ending === 'everything' ? stopEverything(platform, grace) : undefined
  })
  for (const worker of workersOf(platform, 'after listeners')) lifetime.opened(worker)
  // Before instances are started again, which find their groups when they begin.
  await platform.networkGroupWorker.refresh()
  await recover(platform, onBug)
  interruption.throwIfAborted()

  listeners = await openListeners(platform, {
    settings,
    resources,
    lifetime,
    addresses: () => known().addresses,
    opened: opened.promise,
    log,
  })
  interruption.throwIfAborted()
  opened.resolve()
  // Before the queue: what is held waits for it.
  lifetime.opened({ close: () => activator.close() })
  for (const worker of workersOf(platform, 'before listeners')) lifetime.opened(worker)
  const { folder, engine, builtInProviders } = resources
  const background = createBackground(onBug)
  const tidying = setInterval(() => background.run(tidy(platform, settings, resources)), tidyEvery)
  lifetime.defer(() => {
    clearInterval(tidying)
    return background.drain()
  })

  const accessLog = await resources.router.followAccessLog((lines) =>
    storeAccessLines(platform, lines),
  )
  lifetime.defer(() => accessLog.close())

  // After every listener is open, because a failed start must not leave running deployments behind.
  await builtInProviders.begin()
  for (const worker of workersOf(platform)) worker.begin()
  background.run(removeOrphanedLogs(platform))
  const find = findTransfer.bind(undefined, platform)
  background.run(settleExpectedEnds(platform, { before: begin, find }))
  const replicated = replicatedFolder(platform, resources)
  if (replicated) background.run(publishUnpublished(replicated))
  const { addresses } = listeners
  return { addresses, folder, weaknesses: engine.weaknesses, close: lifetime.close }
}

async function stopEverything(platform: Platform, grace: number): Promise<void> {
  await stopAllInstances(platform, grace)
  await platform.engine.networkGroups?.apply([])
}

/** Restarts and changes of scale by the platform itself that are kept in the activity of an application. */
const maxAutomaticDeployments = 500

/** Removes expired records, logs and unused tools. */
async function tidy(platform: Platform, settings: Settings, resources: Resources): Promise<void> {
  const { folder, objects } = resources
  const { store, logs, accessLogs, metrics } = platform
  await removeOrphanedLogs(platform)
  await logs.trim()
  await accessLogs.trim()
  await metrics.trim(async (id) => (await findResource(store, id)) !== undefined)
  await store.claims.lead('tidying', () => tidyStore(platform, settings))
  const maxBytes = settings.toolchainDiskLimit
  await trimToolchains({ store, clock: platform.clock, settings, path: folder.path, maxBytes })
  await objects?.store.removeAbandoned(platform.clock() - abandonedAfter)
  const replicated = replicatedFolder(platform, resources)
  if (replicated) await removeOrphanedRepositories(replicated, platform.clock())
}

/** The repositories of this server, if others have them too. */
function replicatedFolder(
  { store }: Platform,
  { repositories }: Resources,
): ReplicatedFolder | undefined {
  const { replication, ...local } = repositories
  return replication && { ...local, store, replication }
}

async function tidyStore({ store, clock }: Platform, settings: Settings): Promise<void> {
  await store.removeExpired(clock())
  await publishCutOff({ store, clock })
  await store.audit.removeOlderThan(clock() - settings.auditAge)
  await store.deliveries.removeOlderThan(clock() - settings.deliveryAge)
  await store.events.removeOlderThan(clock() - settings.eventAge)
  await trimEvents(store)
  await store.deployments.removeAutomaticBeyond(maxAutomaticDeployments)
  await store.webhookDeliveries.removeOlderThan(clock() - settings.deliveryAge)
}
