import { addressNetwork } from '#kit/net/address-network.ts'
import {
  type AttemptCounts,
  type AttemptKeys,
  memoryAttemptCounts,
} from '#platform/model/identity/limits/attempt-counts.ts'
import type { About, Attempt, Attempts } from '#platform/model/identity/limits/attempts.ts'
import { Refusal } from '#platform/model/refusal.ts'

/** Limits per window: by account and address, by address, and by account from addresses not recognised. */
interface Limits {
  window: number
  both: number
  address: number
  account: number
}

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
/** Limit of an IPv6 /48, as a multiple of the limit of one address: a /48 is easy to get and has 65,536 networks. */
const addressesOfSite = 10

/**
 * `both` is low against a single guesser; `account` is against distributed guessing. The second factor also has a
 * daily limit, because three of a million codes are valid at any time and random guesses would succeed eventually.
 */
const limits: Record<Attempt, Limits> = {
  login: { window: minute, both: 10, address: 30, account: 100 },
  'second factor': { window: 5 * minute, both: 10, address: 30, account: 30 },
  'second factor by day': { window: day, both: 100, address: 1000, account: 100 },
  'token creation': { window: minute, both: 10, address: 30, account: 100 },
  'sign-up': { window: hour, both: 5, address: 20, account: 10 },
  'password reset': { window: hour, both: 5, address: 20, account: 10 },
  email: { window: hour, both: 20, address: 60, account: 20 },
  invitation: { window: hour, both: 50, address: 200, account: 100 },
  'invited address': { window: hour, both: 5, address: 200, account: 10 },
  authorisation: { window: minute, both: 300, address: 600, account: 3000 },
  // Per request token, which lives for ten minutes.
  verifier: { window: 10 * minute, both: 5, address: 600, account: 5 },
  'provider login': { window: minute, both: 20, address: 60, account: 200 },
  'provider call': { window: minute, both: 6000, address: 20_000, account: 12_000 },
  'provider order': { window: hour, both: 20, address: 1000, account: 20 },
  'new values': { window: hour, both: 60, address: 20_000, account: 60 },
}

/** Attempts that this process counts, at once. */
export interface OwnAttempts extends Attempts {
  count(attempt: Attempt, about: About): undefined
  forgive(attempt: Attempt, about: About): undefined
  recognise(about: About): undefined
}

export function createAttempts(now: () => number): OwnAttempts
export function createAttempts(now: () => number, counts: AttemptCounts | undefined): Attempts
export function createAttempts(
  now: () => number,
  counts: AttemptCounts = memoryAttemptCounts(now),
): Attempts {
  const refuse = (window: number) => {
    throw new Refusal('limited', `Too many attempts. Try again in ${inWords(window)}.`, {
      wait: window / 1000,
    })
  }
  return {
    count(attempt, about) {
      const { window, ...most } = limits[attempt]
      const isAllowed = counts.add({ attempt, window, keys: keysOf(about), most: withSite(most) })
      if (isAllowed === true) return undefined
      if (isAllowed === false) return refuse(window)
      return isAllowed.then((isTrue) => (isTrue ? undefined : refuse(window)))
    },
    forgive: (attempt, about) => counts.forgive(attempt, keysOf(about)),
    recognise: (about) => counts.recognise(keysOf(about).both),
  }
}

const keysOf = ({ account, from }: About): AttemptKeys => ({
  site: addressNetwork(from, 48),
  address: addressNetwork(from),
  both: `${addressNetwork(from)} ${account}`,
  account,
})

const withSite = (most: Omit<Limits, 'window'>) => ({
  ...most,
  site: most.address * addressesOfSite,
})

/**
 * Runs a check of a guessable secret under the rate limit. The attempt is counted before the check, so that concurrent
 * guesses all count, and taken back when the check passes: only failures use up the limit.
 */
export async function countGuess<T>(
  attempts: Attempts,
  attempt: Attempt,
  about: About,
  check: () => Promise<T>,
): Promise<T> {
  await attempts.count(attempt, about)
  const checked = await check()
  await attempts.forgive(attempt, about)
  await attempts.recognise(about)
  return checked
}

function inWords(window: number): string {
  if (window >= day) return 'a day'
  return window === minute ? 'a minute' : `${window / minute} minutes`
}
