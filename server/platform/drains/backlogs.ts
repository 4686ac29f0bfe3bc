import type { DrainId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import type { Drain } from './drain.ts'
import { bookOf } from './drains.ts'

/** More are not counted: every one of them has to be read. */
const maxBacklog = 10_000
/** However many ask, the lines of a drain are counted once in this time. */
const countedEvery = 1000

/** Counts the lines that wait for drains. */
export interface Backlogs {
  of(drain: Pick<Drain, 'id' | 'kind' | 'resourceId' | 'position'>): Promise<number>
  /** Forgets drains that are not among these. */
  keep(ids: ReadonlySet<DrainId>): void
}

type Context = Pick<Platform, 'logs' | 'accessLogs' | 'monotonic'>

export function createBacklogs(platform: () => Context): Backlogs {
  const known = new Map<DrainId, { count: number; at: number }>()
  return {
    async of({ id, kind, resourceId, position }) {
      const book = bookOf(platform(), kind)
      if (book.newest(resourceId) <= position) return 0
      const at = platform().monotonic()
      const last = known.get(id)
      if (last && at - last.at < countedEvery) return last.count
      const count = await book.countAfter(resourceId, position, maxBacklog)
      known.set(id, { count, at })
      return count
    },
    keep(ids) {
      for (const id of known.keys()) if (!ids.has(id)) known.delete(id)
    },
  }
}
