/** An application that waits for a lane. */
export interface Candidate {
  applicationId: string
  /** Whom its work counts for: its owner, and the user who asked for it. */
  accounts: readonly string[]
  /** Counts up; the smaller number has waited longer. */
  since: number
}

export interface LaneUse {
  lanes: number
  /** The most lanes that one account may have at once. */
  maxPerAccount: number
  /** The accounts of each lane that is at work. */
  running: readonly (readonly string[])[]
  /** When an account last got a lane, as a number that counts up. */
  lastServed: ReadonlyMap<string, number>
}

/**
 * One account has half of the lanes at most, and never all of them where there is more than one: what runs cannot be
 * taken back, so whoever comes next must find a lane.
 */
export const maxLanesPerAccount = (lanes: number): number =>
  Math.max(1, Math.min(lanes - 1, Math.ceil(lanes / 2)))

/**
 * Who gets the next free lane: the account with the fewest lanes, then the one that was served longest ago, then the
 * application that has waited longest. The second rule makes turns where there is only one lane.
 */
export function nextCandidate(
  candidates: Iterable<Candidate>,
  { lanes, maxPerAccount, running, lastServed }: LaneUse,
): Candidate | undefined {
  if (running.length >= lanes) return undefined
  const used = new Map<string, number>()
  for (const account of running.flat()) used.set(account, (used.get(account) ?? 0) + 1)
  const most = (accounts: readonly string[], numbers: ReadonlyMap<string, number>) =>
    Math.max(0, ...accounts.map((account) => numbers.get(account) ?? 0))

  let best: { candidate: Candidate; rank: readonly number[] } | undefined
  for (const candidate of candidates) {
    const { accounts, since } = candidate
    const lanesUsed = most(accounts, used)
    if (lanesUsed >= maxPerAccount) continue
    const rank = [lanesUsed, most(accounts, lastServed), since]
    if (!best || isBefore(rank, best.rank)) best = { candidate, rank }
  }
  return best?.candidate
}

function isBefore(a: readonly number[], b: readonly number[]): boolean {
  const at = a.findIndex((number, index) => number !== b[index])
  return at >= 0 && (a[at] ?? 0) < (b[at] ?? 0)
}
