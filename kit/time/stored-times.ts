import { type Clock, monotonicClock, systemClock } from '#kit/concurrency/clock.ts'

/**
 * Time since and until stored dates. A date is compared with the wall clock once, at the first look; from then on the
 * monotonic clock counts. So a wall clock that is set while the process runs changes nothing that is being waited for.
 * After a restart all depends on the wall clock again, but a wait is never longer than the whole of it.
 */
export interface StoredTimes {
  /** Milliseconds since the date of what `key` names; 0 for a date that was in the future at the first look. */
  since(key: string, date: number): number
  /** Begins to count, for a date that is only asked for later. */
  note(key: string, date: number): void
  /** Milliseconds until the date of what `key` names, at most `longest`; 0 once it is over. */
  until(key: string, date: number, longest: number): number
}

export interface StoredTimesOptions {
  clock?: Clock
  monotonic?: Clock
  /** Dates remembered; one that was dropped is compared with the wall clock again. */
  maxDates?: number
}

export function createStoredTimes({
  clock = systemClock,
  monotonic = monotonicClock,
  maxDates = 20_000,
}: StoredTimesOptions = {}): StoredTimes {
  /** Moments of the dates by the monotonic clock, the one looked at last at the end. */
  const moments = new Map<string, number>()

  const momentOf = (dated: string, first: (now: number) => number): number => {
    const moment = moments.get(dated) ?? first(monotonic())
    moments.delete(dated)
    moments.set(dated, moment)
    const [oldest] = moments.keys()
    if (moments.size > maxDates && oldest !== undefined) moments.delete(oldest)
    return moment
  }

  const since = (key: string, date: number) => {
    const begin = (now: number) => now - Math.max(0, clock() - date)
    return monotonic() - momentOf(`${key} since ${date}`, begin)
  }

  return {
    since,
    note: (key, date) => void since(key, date),
    until(key, date, longest) {
      const end = (now: number) => now + Math.min(date - clock(), longest)
      return Math.max(0, momentOf(`${key} until ${date}`, end) - monotonic())
    },
  }
}
