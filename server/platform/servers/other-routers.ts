import { until } from '#kit/concurrency/timeout.ts'
import type { Platform } from '#platform/platform.ts'

/** Longer than a server that stands still counts as one that is there. */
const followTimeout = 20_000

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
  const hasFollowed = () => presence.haveOthersFollowed(since)
  const what = 'the routers of other servers'
  return () => until(hasFollowed, { timeout: followTimeout, every: 50, what }).then(() => {})
}
