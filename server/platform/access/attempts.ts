import { networkOf } from '#kit/network.ts'
import { createRateLimit } from '#kit/rate-limit.ts'
import { Refusal } from '#platform/refusal.ts'

/** What is counted, so that nobody can guess, flood or enumerate. */
export type Attempt =
  | 'login'
  | 'second factor'
  | 'token creation'
  | 'sign-up'
  | 'password reset'
  | 'email'
  | 'invitation'
  | 'authorisation'

/** Counts attempts and refuses the ones that are too many. */
export interface Attempts {
  /** `account` is whatever the attempt is about: an address, a user, an organisation. */
  count(attempt: Attempt, about: { account: string; from: string }): void
}

/** Within a window: by account and address together, by address, and by account. */
interface Limits {
  window: number
  both: number
  address: number
  account: number
}

const minute = 60_000
const hour = 60 * minute

/**
 * The first limit is low, so that one guesser gets nowhere. That of an account is high: nobody elsewhere must be able
 * to lock its owner out, yet many together must not get to guess.
 */
const limits: Record<Attempt, Limits> = {
  login: { window: minute, both: 10, address: 30, account: 100 },
  'second factor': { window: 5 * minute, both: 10, address: 30, account: 30 },
  'token creation': { window: minute, both: 10, address: 30, account: 100 },
  'sign-up': { window: hour, both: 5, address: 20, account: 10 },
  'password reset': { window: hour, both: 5, address: 20, account: 10 },
  email: { window: hour, both: 20, address: 60, account: 20 },
  invitation: { window: hour, both: 50, address: 200, account: 100 },
  authorisation: { window: minute, both: 300, address: 600, account: 3000 },
}

export function createAttempts(now: () => number): Attempts {
  const counters = Object.fromEntries(
    Object.entries(limits).map(([attempt, { window, ...most }]) => [
      attempt,
      {
        window,
        both: createRateLimit({ attempts: most.both, window }, now),
        address: createRateLimit({ attempts: most.address, window }, now),
        account: createRateLimit({ attempts: most.account, window }, now),
      },
    ]),
  )
  return {
    count(attempt, { account, from }) {
      const counter = counters[attempt]
      if (!counter) throw new Error(`${attempt} is not counted`)
      const network = networkOf(from)
      const isAllowed =
        counter.address.allow(network) &&
        counter.both.allow(`${network} ${account}`) &&
        counter.account.allow(account)
      if (isAllowed) return
      const minutes = counter.window / minute
      throw new Refusal(
        'limited',
        `Too many attempts: wait ${minutes === 1 ? 'a minute' : `${minutes} minutes`} and try again.`,
        { wait: counter.window / 1000 },
      )
    },
  }
}
