import { until } from '#kit/concurrency/timeout.ts'
import type { RouterNotes, Stored } from '#platform/model/hosting/placement/route-acks.ts'
import type { ApplicationId, InstanceId } from '#platform/model/ids.ts'
import { isStoreUnavailable } from '#platform/model/store-unavailable.ts'
import type { Platform } from '#platform/platform.ts'

/**
 * For so long a server is waited for that is there and whose router does not follow; longer than the lease of an edge of its
 * that is away. It is counted from the last time that it followed, so that it delays once, and not each deployment.
 */
const followTimeout = 120_000
/** For a drain of another server that began later than the one here. */
const drainMargin = 10_000

/** The routers of the other servers of the cluster, with the edges that one of them commands. */
export interface OtherRouters {
  /** Resolves once they have the route of the application as it was stored. A server that does not follow is away after 15 s. */
  followed(): Promise<void>
  /** Resolves once those that have followed have no request in flight at these instances, or the timeout has passed. */
  drained(instanceIds: readonly InstanceId[], timeout: number): Promise<void>
}

type Context = Pick<Platform, 'store' | 'engine'>

/** Whether the routers of other servers lead visitors to the instances of this server's applications. */
export const hasOtherRouters = ({ store, engine }: Context): boolean =>
  engine.cluster !== undefined && store.shared !== undefined

/** To be called after the route of the application was stored. */
export async function otherRouters(
  { store, engine }: Context,
  applicationId: ApplicationId,
): Promise<OtherRouters> {
  const { shared } = store
  if (!shared || !engine.cluster) return noOthers
  // A store that is away at the beginning must not keep instances from being stopped.
  const since = await shared.routers.call().catch(() => undefined)
  if (since === undefined) return noOthers
  const { routers } = shared
  const stored = { since, applicationId, cluster: engine.cluster.id }
  return {
    followed: () => untilOthersFollow(routers, stored),
    async drained(instanceIds, timeout) {
      await until(
        unlessAway(() => routers.haveOthersDrained(stored, instanceIds)),
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

/** While the store is away, no server follows: that is waited for as well. */
const unlessAway = (ask: () => Promise<boolean>) => () =>
  ask().catch((error: unknown) => {
    if (isStoreUnavailable(error)) return false
    throw error
  })

const noOthers: OtherRouters = { followed: async () => {}, drained: async () => {} }

/** Waits until the routers of all other servers that are there have followed what was stored. */
export async function untilOthersFollow(
  routers: Pick<RouterNotes, 'haveOthersFollowed'>,
  stored: Stored,
): Promise<void> {
  await until(
    unlessAway(() => routers.haveOthersFollowed(stored, followTimeout)),
    {
      timeout: followTimeout,
      every: 50,
      upTo: 250,
      what: 'the routers of other servers',
    },
  )
}
