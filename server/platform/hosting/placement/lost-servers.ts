import { takeoverAfter } from '#platform/model/hosting/placement/placement.ts'
import type { SeenServer } from '#platform/model/hosting/placement/shared-memory.ts'

/** Looks for servers that have stopped giving signs of life. */
export interface ServerWatch {
  /** Those that gave none while this server has looked for longer than `takeoverAfter`. */
  lostOf(servers: readonly SeenServer[]): SeenServer[]
  /** The store was away: nobody could give a sign, so that looking begins anew. */
  reset(): void
}

/**
 * Compares signs of life with those of earlier looks, by a monotonic clock of this server. A time of the store alone would
 * say after its outage that every server is lost.
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
