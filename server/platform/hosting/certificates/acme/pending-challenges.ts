import type { AcmeChallenge, Traffic } from '#platform/model/hosting/deployments/traffic.ts'

/** Challenges of the orders under way; the router knows all of them after each change. */
export interface PendingChallenges {
  ofOneOrder(): OrderChallenges
  /** Removes those that an earlier server left in the router. */
  clear(): Promise<void>
}

/** The challenge of one order. */
export interface OrderChallenges {
  add(challenge: AcmeChallenge): Promise<void>
  /** Leaves that of another order for the same host, which may have a new owner meanwhile. */
  remove(): Promise<void>
}

export function createPendingChallenges(traffic: () => Traffic): PendingChallenges {
  const pending = new Map<string, AcmeChallenge>()
  const tell = () => traffic().setChallenges([...pending.values()])
  return {
    ofOneOrder() {
      let own: AcmeChallenge | undefined
      return {
        add(challenge) {
          own = challenge
          pending.set(challenge.host, challenge)
          return tell()
        },
        async remove() {
          if (!own || pending.get(own.host) !== own) return
          pending.delete(own.host)
          await tell()
        },
      }
    },
    clear() {
      pending.clear()
      return tell()
    },
  }
}
