import type { DrainId } from '#platform/model/ids.ts'
import type { Drain } from '#platform/model/observability/drain.ts'
import type { Platform } from '#platform/observability/platform.ts'
import { sourceOf } from './sources/source-of.ts'

/** More are not counted: every one of them has to be read. */
const maxBacklog = 10_000
/** However many ask, the lines of a drain are counted once in this time. */
const countedEvery = 1000

/** Counts the lines that wait for drains. */
export interface Backlogs {
  of(drain: Pick<Drain, 'id' | 'kind' | 'resourceId' | 'ownerId' | 'position'>): Promise<number>
  /** Forgets drains that are not among these. */
  keep(ids: ReadonlySet<DrainId>): void
}

type Context = Pick<Platform, 'logs' | 'accessLogs' | 'store' | 'monotonic'>

export function createBacklogs(platform: () => Context): Backlogs {
  const known = new Map<DrainId, { count: number; at: number }>()
  return {
    async of(drain) {
      const { id, kind, position } = drain
      const source = sourceOf(platform(), kind)
      const [newest = ''] = await source.newest([drain])
      if (newest <= position) return 0
      const at = platform().monotonic()
      const last = known.get(id)
      if (last && at - last.at < countedEvery) return last.count
      const count = await source.countAfter(drain, position, maxBacklog)
      known.set(id, { count, at })
      return count
    },
    keep(ids) {
      for (const id of known.keys()) if (!ids.has(id)) known.delete(id)
    },
  }
}
