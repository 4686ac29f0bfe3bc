import { until } from '#kit/concurrency/timeout.ts'
import type { Platform } from '#platform/hosting/platform.ts'
import type { RouteAcks, Stored } from '#platform/model/hosting/placement/route-acks.ts'
import type { ApplicationId, InstanceId } from '#platform/model/ids.ts'
import { isStoreUnavailable } from '#platform/model/store-unavailable.ts'

/**
 * How long a server with a heartbeat is waited for while its router does not ack; longer than the lease of an edge that it
 * commands. Counted from its last ack, so that it delays once, and not each deployment.
 */
const ackTimeout = 120_000
/** Added for a drain of another server that began later than the one here. */
const drainMargin = 10_000

/** The routers of the other servers of the cluster, with the edges that one of them commands. */
export interface PeerRouters {
  /** Resolves once they have the stored route of the application. A server without a heartbeat is not waited for after 15 s. */
  acked(): Promise<void>
  /** Resolves once those that acked the route have no request in flight at these instances, or the timeout has passed. */
  drained(instanceIds: readonly InstanceId[], timeout: number): Promise<void>
}

type Context = Pick<Platform, 'store' | 'engine'>

/** Whether the routers of other servers lead visitors to the instances of this server's applications. */
export const hasPeerRouters = ({ store, engine }: Context): boolean =>
  engine.cluster !== undefined && store.shared !== undefined

/** To be called after the route of the application was stored. */
export async function peerRouters(
  { store, engine }: Context,
  applicationId: ApplicationId,
): Promise<PeerRouters> {
  const { shared } = store
  if (!shared || !engine.cluster) return noPeers
  // A store that is away at the beginning must not keep instances from being stopped.
  const since = await shared.routeAcks.barrier().catch(() => undefined)
  if (since === undefined) return noPeers
  const { routeAcks } = shared
  const stored = { since, applicationId, cluster: engine.cluster.id }
  return {
    acked: () => untilPeersAck(routeAcks, stored),
    async drained(instanceIds, timeout) {
      await until(
        unlessAway(() => routeAcks.allDrained(stored, instanceIds)),
        {
          timeout: timeout + drainMargin,
          every: 50,
          upTo: 500,
          what: 'the requests at the routers of other servers',
        },
      )
    },
  }
}

/** While the store is away, no server can ack: that counts as not yet. */
const unlessAway = (ask: () => Promise<boolean>) => () =>
  ask().catch((error: unknown) => {
    if (isStoreUnavailable(error)) return false
    throw error
  })

const noPeers: PeerRouters = { acked: async () => {}, drained: async () => {} }

/** Waits until the routers of all other servers with a heartbeat have acked what was stored. */
export async function untilPeersAck(
  routeAcks: Pick<RouteAcks, 'allAcked'>,
  stored: Stored,
): Promise<void> {
  await until(
    unlessAway(() => routeAcks.allAcked(stored, ackTimeout)),
    {
      timeout: ackTimeout,
      every: 50,
      upTo: 250,
      what: 'the routers of other servers',
    },
  )
}
