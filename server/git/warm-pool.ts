/** What was started before it is needed; disposal ends it. */
export interface Warm extends Disposable {
  hasEnded(): boolean
}

/** Keeps at most one thing for a repository that somebody is about to take. */
export interface WarmPool<W extends Warm> {
  /**
   * Keeps it until it is taken or its time is over; `false`, without a start, when there is one already, which gets the
   * whole time again, or no place.
   */
  keep(repository: string, start: () => Promise<W>): boolean
  /** What was kept, if it has started and not ended; the taker ends it. */
  take(repository: string): Promise<W | undefined>
}

/** Time between the two requests of a push, and between its acceptance and the begin of its deployment. */
const usualTime = 5000
/** Pushes of this many applications at the same moment. */
const maxKept = 8

/** `keepFor` is how long something waits to be taken, in milliseconds. */
export function createWarmPool<W extends Warm>(keepFor = usualTime): WarmPool<W> {
  const kept = new Map<string, { starting: Promise<W | undefined>; timer: NodeJS.Timeout }>()
  const remove = (repository: string): Promise<W | undefined> | undefined => {
    const found = kept.get(repository)
    clearTimeout(found?.timer)
    kept.delete(repository)
    return found?.starting
  }
  const end = (repository: string) => remove(repository)?.then((warm) => warm?.[Symbol.dispose]())
  return {
    keep(repository, start) {
      kept.get(repository)?.timer.refresh()
      if (kept.has(repository) || kept.size >= maxKept) return false
      const starting = start().catch(() => undefined)
      const timer = setTimeout(() => void end(repository), keepFor).unref()
      kept.set(repository, { starting, timer })
      return true
    },
    async take(repository) {
      const warm = await remove(repository)
      if (!warm?.hasEnded()) return warm
      warm[Symbol.dispose]()
      return undefined
    },
  }
}
