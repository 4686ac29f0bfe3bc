import type { Clock } from '#kit/concurrency/clock.ts'

/** Measures for how long the lanes have worked for each account. */
export interface LaneUse {
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
