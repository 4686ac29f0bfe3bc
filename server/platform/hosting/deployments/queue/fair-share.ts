import type { Clock } from '#kit/concurrency/clock.ts'
import type { ApplicationId } from '#platform/model/ids.ts'

/** An application waiting for a lane. */
export interface Candidate {
  applicationId: ApplicationId
  /** Accounts that its work counts against: the quota account of its owner, and the requesting user. */
  accounts: readonly string[]
  /** Monotonic sequence number; smaller has waited longer. */
  since: number
}

export interface LaneState {
  lanes: number
  /** Concurrent lanes per account. */
  maxPerAccount: number
  /** Accounts of each busy lane. */
  running: readonly (readonly string[])[]
  /** Lane time in milliseconds that an account has used recently, busy lanes included. */
  recentUse: (account: string) => number
  /** Sequence number of each account's last lane. */
  lastServed: ReadonlyMap<string, number>
}

const minute = 60_000
/** Recent lane time below which an account may take the last free lane. */
const lightUse = 10 * minute

/**
 * At most half of the lanes, and never all when there are several: running work cannot be preempted, so the next
 * account must find a lane.
 */
export const maxLanesPerAccount = (lanes: number): number =>
  Math.max(1, Math.min(lanes - 1, Math.ceil(lanes / 2)))

/**
 * Next application for a free lane. Order: the account with the fewest minutes of recent lane time, where a busy lane
 * counts a minute in advance; then the one with fewer lanes, the one served longest ago, the longest waiting one.
 *
 * No starvation: the minutes of waiting accounts decay to 0, those of served ones grow, and equal accounts take turns.
 *
 * The last free lane is reserved for accounts without a lane and with light recent use, so that heavy accounts do not
 * hold all lanes when a new account arrives. No lane is reserved where one account may use all.
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
  const useOf = memoized(recentUse)

  let best: { candidate: Candidate; rank: readonly number[] } | undefined
  for (const candidate of candidates) {
    const { accounts, since } = candidate
    const lanesUsed = highestOf(accounts, (account) => lanesOf.get(account))
    const used = highestOf(accounts, useOf)
    if (lanesUsed >= maxPerAccount) continue
    if (isLast && (lanesUsed > 0 || used >= lightUse)) continue
    const minutes = Math.floor(used / minute) + lanesUsed
    const served = highestOf(accounts, (account) => lastServed.get(account))
    const rank = [minutes, lanesUsed, served, since]
    if (!best || isBefore(rank, best.rank)) best = { candidate, rank }
  }
  return best?.candidate
}

function highestOf(
  accounts: readonly string[],
  numberOf: (account: string) => number | undefined,
): number {
  let highest = 0
  for (const account of accounts) highest = Math.max(highest, numberOf(account) ?? 0)
  return highest
}

/** Many waiting applications have the same account. */
function memoized(numberOf: (account: string) => number): (account: string) => number {
  const known = new Map<string, number>()
  return (account) => {
    const number = known.get(account) ?? numberOf(account)
    known.set(account, number)
    return number
  }
}

function isBefore(a: readonly number[], b: readonly number[]): boolean {
  const at = a.findIndex((number, index) => number !== b[index])
  return at >= 0 && (a[at] ?? 0) < (b[at] ?? 0)
}

/** Measures lane time per account. */
interface LaneUse {
  /** Lane time in milliseconds, with a half-life of half an hour. */
  of(account: string): number
  /** Counts a busy lane for these accounts until the returned function is called. */
  begin(accounts: readonly string[]): () => void
}

const halfLife = 30 * 60_000
/** Minimum charge per turn, so that turns without duration cannot repeat for ever. */
const minTurn = 10_000
/** Entries below this are dropped when there are many accounts. */
const negligible = 1000
const manyAccounts = 1000

export function createLaneUse(monotonic: Clock): LaneUse {
  const used = new Map<string, { amount: number; at: number }>()
  const running = new Set<{ accounts: readonly string[]; since: number }>()
  const elapsed = (since: number) => monotonic() - since
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
      const lane = { accounts, since: monotonic() }
      running.add(lane)
      return () => {
        if (!running.delete(lane)) return
        forgetNegligible()
        for (const account of accounts) {
          const turn = Math.max(minTurn, elapsed(lane.since))
          used.set(account, { amount: decayed(account) + turn, at: monotonic() })
        }
      }
    },
  }
}
