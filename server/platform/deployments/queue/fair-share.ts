import type { Clock } from '#kit/concurrency/clock.ts'
import type { ApplicationId } from '#platform/ids.ts'

/** An application that waits for a lane. */
export interface Candidate {
  applicationId: ApplicationId
  /** Whom its work counts for: the quota account of its owner, and the user who asked for it. */
  accounts: readonly string[]
  /** Counts up; the smaller number has waited longer. */
  since: number
}

export interface LaneState {
  lanes: number
  /** The most lanes that one account may have at once. */
  maxPerAccount: number
  /** The accounts of each lane that is at work. */
  running: readonly (readonly string[])[]
  /** Milliseconds of lane time that an account has used recently, of lanes at work too. */
  recentUse: (account: string) => number
  /** When an account last got a lane, as a number that counts up. */
  lastServed: ReadonlyMap<string, number>
}

const minute = 60_000
/** An account that has used less lane time recently may have the last free lane. */
export const lightUse = 10 * minute

/**
 * One account has half of the lanes at most, and never all of them where there is more than one: what runs cannot be
 * taken back, so whoever comes next must find a lane.
 */
export const maxLanesPerAccount = (lanes: number): number =>
  Math.max(1, Math.min(lanes - 1, Math.ceil(lanes / 2)))

/**
 * Who gets the next free lane: the account that has used the fewest minutes of lane time recently, where a lane at work counts a
 * minute in advance; then the one with fewer lanes, then the one that was served longest ago, then the application that has waited longest.
 *
 * Nobody starves: the minutes of those who wait fall to 0 and those of whoever is served grow, and among equals it is by turns.
 *
 * The last free lane is only for accounts that have no lane and have used little recently, so that many heavy accounts do not hold all
 * lanes when a newcomer arrives. The others still get every lane but that one. No lane is kept where one account may have all of them.
 */
export function nextCandidate(
  candidates: Iterable<Candidate>,
  { lanes, maxPerAccount, running, recentUse, lastServed }: LaneState,
): Candidate | undefined {
  const free = lanes - running.length
  if (free <= 0) return undefined
  const isLast = free === 1 && maxPerAccount < lanes
  const lanesOf = new Map<string, number>()
  for (const account of running.flat()) lanesOf.set(account, (lanesOf.get(account) ?? 0) + 1)
  const highestOf = (
    accounts: readonly string[],
    numberOf: (account: string) => number | undefined,
  ) => Math.max(0, ...accounts.map((account) => numberOf(account) ?? 0))

  let best: { candidate: Candidate; rank: readonly number[] } | undefined
  for (const candidate of candidates) {
    const { accounts, since } = candidate
    const lanesUsed = highestOf(accounts, (account) => lanesOf.get(account))
    const used = highestOf(accounts, recentUse)
    if (lanesUsed >= maxPerAccount) continue
    if (isLast && (lanesUsed > 0 || used >= lightUse)) continue
    const minutes = Math.floor(used / minute) + lanesUsed
    const served = highestOf(accounts, (account) => lastServed.get(account))
    const rank = [minutes, lanesUsed, served, since]
    if (!best || isBefore(rank, best.rank)) best = { candidate, rank }
  }
  return best?.candidate
}

function isBefore(a: readonly number[], b: readonly number[]): boolean {
  const at = a.findIndex((number, index) => number !== b[index])
  return at >= 0 && (a[at] ?? 0) < (b[at] ?? 0)
}

/** Measures for how long the lanes have worked for each account. */
interface LaneUse {
  /** Milliseconds of lane time; what was used half an hour ago counts half. */
  of(account: string): number
  /** Counts a lane that works for these accounts, until the function that it returns is called. */
  begin(accounts: readonly string[]): () => void
}

const halfLife = 30 * 60_000
/** Each turn counts at least this, so that turns that take no time cannot follow each other for ever. */
const minTurn = 10_000
/** Less than this is forgotten once there are many accounts. */
const negligible = 1000
const manyAccounts = 1000

export function createLaneUse(clock: Clock): LaneUse {
  const used = new Map<string, { amount: number; at: number }>()
  const running = new Set<{ accounts: readonly string[]; since: number }>()
  const elapsed = (since: number) => Math.max(0, clock() - since)
  const decayed = (account: string) => {
    const { amount, at } = used.get(account) ?? { amount: 0, at: 0 }
    return amount * 0.5 ** (elapsed(at) / halfLife)
  }
  const forgetNegligible = () => {
    if (used.size < manyAccounts) return
    for (const account of used.keys()) {
      if (decayed(account) < negligible) used.delete(account)
    }
  }
  return {
    of(account) {
      const lanes = [...running].filter(({ accounts }) => accounts.includes(account))
      return lanes.reduce((sum, { since }) => sum + elapsed(since), decayed(account))
    },
    begin(accounts) {
      const lane = { accounts, since: clock() }
      running.add(lane)
      return () => {
        if (!running.delete(lane)) return
        forgetNegligible()
        for (const account of accounts) {
          const turn = Math.max(minTurn, elapsed(lane.since))
          used.set(account, { amount: decayed(account) + turn, at: clock() })
        }
      }
    },
  }
}
