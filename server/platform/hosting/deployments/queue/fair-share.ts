import type { Clock } from '#kit/concurrency/clock.ts'
import type { ApplicationId } from '#platform/model/ids.ts'

/** An application waiting for a slot. */
export interface Candidate {
  applicationId: ApplicationId
  /** Accounts that its work counts against: the quota account of its owner, and the requesting user. */
  accounts: readonly string[]
  /** Monotonic sequence number; smaller has waited longer. */
  since: number
}

export interface SlotState {
  slots: number
  /** Concurrent slots per account. */
  maxPerAccount: number
  /** Accounts of each busy slot. */
  running: readonly (readonly string[])[]
  /** Slot time in milliseconds that an account has used recently, busy slots included. */
  recentUse: (account: string) => number
  /** Sequence number of each account's last slot. */
  lastServed: ReadonlyMap<string, number>
}

const minute = 60_000
/** Recent slot time below which an account may take the last free slot. */
const lightUse = 10 * minute

/**
 * At most half of the slots, and never all when there are several: running work cannot be preempted, so the next
 * account must find a slot.
 */
export const maxSlotsPerAccount = (slots: number): number =>
  Math.max(1, Math.min(slots - 1, Math.ceil(slots / 2)))

/**
 * Next application for a free slot. Order: the account with the fewest minutes of recent slot time, where a busy slot
 * counts a minute in advance; then the one with fewer slots, the one served longest ago, the longest waiting one.
 *
 * No starvation: the minutes of waiting accounts decay to 0, those of served ones grow, and equal accounts take turns.
 *
 * The last free slot is reserved for accounts without a slot and with light recent use, so that heavy accounts do not
 * hold all slots when a new account arrives. No slot is reserved where one account may use all.
 */
export function nextCandidate(
  candidates: Iterable<Candidate>,
  { slots, maxPerAccount, running, recentUse, lastServed }: SlotState,
): Candidate | undefined {
  const free = slots - running.length
  if (free <= 0) return undefined
  const isLast = free === 1 && maxPerAccount < slots
  const slotsOf = new Map<string, number>()
  for (const account of running.flat()) slotsOf.set(account, (slotsOf.get(account) ?? 0) + 1)
  const useOf = memoized(recentUse)

  let best: { candidate: Candidate; rank: readonly number[] } | undefined
  for (const candidate of candidates) {
    const { accounts, since } = candidate
    const slotsUsed = highestOf(accounts, (account) => slotsOf.get(account))
    const used = highestOf(accounts, useOf)
    if (slotsUsed >= maxPerAccount) continue
    if (isLast && (slotsUsed > 0 || used >= lightUse)) continue
    const minutes = Math.floor(used / minute) + slotsUsed
    const served = highestOf(accounts, (account) => lastServed.get(account))
    const rank = [minutes, slotsUsed, served, since]
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

/** Measures slot time per account. */
interface SlotUse {
  /** Slot time in milliseconds, with a half-life of half an hour. */
  of(account: string): number
  /** Counts a busy slot for these accounts until the returned function is called. */
  begin(accounts: readonly string[]): () => void
}

const halfLife = 30 * 60_000
/** Minimum charge per slot, so that work without duration cannot repeat for ever. */
const minCharge = 10_000
/** Entries below this are dropped when there are many accounts. */
const negligible = 1000
const manyAccounts = 1000

export function createSlotUse(monotonic: Clock): SlotUse {
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
      const slots = [...running].filter(({ accounts }) => accounts.includes(account))
      return slots.reduce((sum, { since }) => sum + elapsed(since), decayed(account))
    },
    begin(accounts) {
      const slot = { accounts, since: monotonic() }
      running.add(slot)
      return () => {
        if (!running.delete(slot)) return
        forgetNegligible()
        for (const account of accounts) {
          const charge = Math.max(minCharge, elapsed(slot.since))
          used.set(account, { amount: decayed(account) + charge, at: monotonic() })
        }
      }
    },
  }
}
