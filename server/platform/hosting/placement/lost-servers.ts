import { takeoverAfter } from '#platform/model/hosting/placement/placement.ts'
import type { SeenServer } from '#platform/model/hosting/placement/shared-memory.ts'

/** Detects servers whose heartbeats have stopped. */
export interface ServerWatch {
  /** Servers without a new heartbeat while this server has looked for longer than `takeoverAfter`. */
  lostOf(servers: readonly SeenServer[]): SeenServer[]
  /** The store was away, so no heartbeat could be written: looking starts over. */
  reset(): void
}

/**
 * Compares heartbeats with those of earlier looks, by a monotonic clock of this server. After an outage of the store, its
 * times alone would say that every server is lost.
 */
export function createServerWatch(now: () => number = () => performance.now()): ServerWatch {
  let looks = new Map<string, { seenAt: number; since: number }>()
  return {
    lostOf(servers) {
      const before = looks
      looks = new Map(
        servers.map(({ id, seenAt }) => {
          const look = before.get(id)
          return [id, look?.seenAt === seenAt ? look : { seenAt, since: now() }]
        }),
      )
      return servers.filter(({ id }) => now() - (looks.get(id)?.since ?? now()) > takeoverAfter)
    },
    reset: () => looks.clear(),
  }
}
