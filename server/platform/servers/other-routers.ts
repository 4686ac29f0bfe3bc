import { until } from '#kit/concurrency/timeout.ts'
import type { Platform } from '#platform/platform.ts'
import type { Presence } from './shared-memory.ts'

/** Longer than a server that stands still counts as one that is there, and than the lease of an edge of its that is away. */
const followTimeout = 120_000

/**
 * To be called after visitors were sent elsewhere: the function that it returns waits until the routers of all other servers
 * of the cluster have followed. One that does not is away after 15 s, and waited for no longer.
 */
export async function followedByOthers({
  store,
  engine,
}: Pick<Platform, 'store' | 'engine'>): Promise<() => Promise<void>> {
  const presence = engine.cluster && store.shared?.presence
  // A store that is away must not keep instances from being stopped.
  const since = await presence?.time().catch(() => undefined)
  if (!presence || since === undefined) return async () => {}
  return () => untilOthersFollow(presence, since)
}

/** Waits until the routers of all other servers that are there have followed what was stored after this time. */
export async function untilOthersFollow(
  presence: Pick<Presence, 'haveOthersFollowed'>,
  since: number,
): Promise<void> {
  await until(() => presence.haveOthersFollowed(since), {
    timeout: followTimeout,
    every: 50,
    what: 'the routers of other servers',
  })
}
