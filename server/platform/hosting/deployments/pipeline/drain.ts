import { allSettled } from '#kit/concurrency/all-settled.ts'
import { unlessAborted } from '#kit/concurrency/timeout.ts'
import { stopInstance } from '#platform/hosting/deployments/instances/instances.ts'
import { cancellationOf } from '#platform/hosting/deployments/queue/interruption.ts'
import { reroute } from '#platform/hosting/deployments/routes.ts'
import { peerRouters } from '#platform/hosting/placement/peer-routers.ts'
import type { Platform } from '#platform/hosting/platform.ts'
import type { Application } from '#platform/model/hosting/application.ts'
import type { Deployment } from '#platform/model/hosting/deployments/deployment.ts'
import type { Instance } from '#platform/model/hosting/instances/instance.ts'
import type { DeploymentLog } from './deployment-log.ts'

type Context = Pick<
  Platform,
  | 'store'
  | 'clock'
  | 'engine'
  | 'traffic'
  | 'supervision'
  | 'policies'
  | 'routeLock'
  | 'shells'
  | 'cronWorker'
>

/** A deployment that replaces the instances of another. */
interface Replacement {
  application: Application
  deployment: Deployment
  log: DeploymentLog
  signal?: AbortSignal
}

/**
 * Drains instances of an application that are no longer routed to, at the routers of all servers, then stops them. A
 * cancellation ends the wait for their requests; a shutdown of the server does not.
 */
export async function drain(
  platform: Context,
  instances: readonly Instance[],
  signal?: AbortSignal,
): Promise<void> {
  const { traffic, policies, shells, cronWorker } = platform
  const [first] = instances
  if (!first) return
  const others = await peerRouters(platform, first.applicationId)
  const ids = instances.map(({ id }) => id)
  const addresses = instances.flatMap(({ started }) => (started ? [started.address] : []))
  for (const id of ids) {
    platform.supervision.dismiss(id)
    // Other servers drain an instance in this state. A failing store is handled when the instance is stopped.
    await platform.store.instances.update(id, { state: 'stopping' }).catch(() => {})
  }
  // A router that fails must not keep the old version running.
  if (addresses.length > 0) {
    const drainRoutes = async () => {
      // Edges of a server that was lost meanwhile are commanded by another one then, which may be this one.
      await others.acked().catch(() => {})
      await allSettled([
        traffic.drain(addresses, policies.drainTimeout),
        others.drained(ids, policies.drainTimeout),
      ])
    }
    const drainEverywhere = () =>
      allSettled([
        drainRoutes(),
        shells.drain(first.applicationId, ids, policies.drainTimeout),
        cronWorker.drain(first.applicationId, ids, policies.drainTimeout),
      ])
    using cancelled = cancellationOf(signal)
    await unlessAborted(drainEverywhere(), cancelled.signal).catch(() => {})
  }
  await allSettled(ids.map((id) => stopInstance(platform, id, policies.stopGrace)))
}

/** After the switch: drains and stops every replaced instance; `false` when there is none. */
export async function drainReplaced(
  platform: Context,
  { application, deployment, log, signal }: Replacement,
): Promise<boolean> {
  const instances = await platform.store.instances.listOf(application.id)
  const replaced = instances.filter(({ deploymentId }) => deploymentId !== deployment.id)
  if (replaced.length === 0) return false
  await drain(platform, replaced, signal)
  log.info(
    replaced.length === 1
      ? 'The instance of the previous version was stopped.'
      : `${replaced.length} instances of the previous version were stopped.`,
  )
  return true
}

/** Stops the old version before the new one starts, for homogeneous applications. */
export async function stopOldVersion(platform: Context, replacement: Replacement): Promise<void> {
  const { application, log } = replacement
  log.info(
    'The old version stops first, because zero-downtime deployment is off for this application.',
  )
  for (const { id } of await platform.store.instances.listOf(application.id)) {
    await platform.store.instances.update(id, { state: 'stopping' })
  }
  await reroute(platform, application.id)
  await drainReplaced(platform, replacement)
}
