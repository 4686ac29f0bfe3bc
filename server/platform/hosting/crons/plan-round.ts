import type { CronTimes } from '#kit/time/cron-schedule.ts'
import { minuteOf, timesWithin } from '#kit/time/cron-times.ts'
import type { CronId } from '#platform/model/hosting/crons/cron.ts'

const minute = 60_000
/** A time that passed while nobody was there still counts for this long. */
const maxLateness = 10 * minute
/** Times that passed earlier are not even counted. */
const maxLookBack = 7 * 24 * 60 * minute
/** A clock that was set back by more was wrong before. */
const maxStepBack = 60 * minute

export interface RoundCron {
  id: CronId
  times: CronTimes
  /** Earlier times are none of its own: it was added or switched on then. */
  since: number
  isPaused: boolean
}

export interface RoundInput {
  now: number
  /** The minute up to which the schedules were followed; absent at first sight. */
  followedUntil?: number | undefined
  crons: readonly RoundCron[]
}

/** Times of a task that passed without anybody to begin it. */
export interface MissedTimes {
  id: CronId
  count: number
  first: number
  last: number
}

export interface Round {
  begin: { id: CronId; dueAt: number }[]
  missed: MissedTimes[]
  followedUntil: number
}

/**
 * What is due. Each task begins once, however many of its times have passed: for the newest one, unless that is too long
 * ago. The others are missed. A clock that is set back a little repeats nothing.
 */
export function planRound({ now, followedUntil, crons }: RoundInput): Round {
  const until = minuteOf(now)
  const isBack = followedUntil !== undefined && followedUntil > until
  if (isBack && followedUntil - until <= maxStepBack)
    return { begin: [], missed: [], followedUntil }
  const from =
    followedUntil === undefined || isBack
      ? until - minute
      : Math.max(followedUntil, until - maxLookBack)
  const round: Round = { begin: [], missed: [], followedUntil: until }
  for (const { id, times, since, isPaused } of crons) {
    if (isPaused) continue
    const passed = timesWithin(times, Math.max(from, minuteOf(since) - 1), until)
    const newest = passed.at(-1)
    if (newest === undefined) continue
    const isLate = now - newest > maxLateness
    if (!isLate) round.begin.push({ id, dueAt: newest })
    const missed = isLate ? passed : passed.slice(0, -1)
    const [first] = missed
    if (first !== undefined)
      round.missed.push({ id, count: missed.length, first, last: missed.at(-1) ?? first })
  }
  return round
}
