import { createCallRate } from '#kit/concurrency/call-rate.ts'
import type { Clock } from '#kit/concurrency/clock.ts'
import { addressNetwork } from '#kit/net/address-network.ts'
import type { CallLimits } from '#platform/model/identity/limits/call-limits.ts'
import { Refusal } from '#platform/model/refusal.ts'

const maxKeys = 20_000
/** Limit of a user, as a multiple of the limit of one credential. */
const credentialsPerUser = 5

/** Allows `perMinute` calls per credential, and per address for calls without one; 0 means unlimited. */
export function createCallLimits(perMinute: number, clock: Clock): CallLimits {
  if (perMinute === 0) return { count() {} }
  const limit = { perMinute, burst: perMinute, maxKeys }
  const addresses = createCallRate(limit, clock)
  const credentials = createCallRate(limit, clock)
  const maxPerUser = perMinute * credentialsPerUser
  // A large body is counted after its call: both together must fit into a full bucket, or it would never pass.
  const maxCost = Math.max(1, perMinute - 1)
  const users = createCallRate({ perMinute: maxPerUser, burst: maxPerUser, maxKeys }, clock)
  return {
    count(caller, asked = 1) {
      const cost = Math.min(asked, maxCost)
      if ('address' in caller) {
        const wait = addresses.take(addressNetwork(caller.address), cost)
        if (wait > 0) throw tooMany('from this address without credentials', perMinute, wait)
        return
      }
      const wait = credentials.take(caller.credential, cost)
      if (wait > 0) throw tooMany('with these credentials', perMinute, wait)
      const waitOfUser = users.take(caller.userId, cost)
      if (waitOfUser > 0) throw tooMany('of this user', maxPerUser, waitOfUser)
    },
  }
}

function tooMany(whose: string, perMinute: number, wait: number): Refusal {
  const seconds = Math.ceil(wait / 1000)
  const later = seconds === 1 ? 'a second' : `${seconds} seconds`
  return new Refusal(
    'limited',
    `More than ${perMinute} requests a minute ${whose}. Try again in ${later}.`,
    { wait: seconds },
  )
}
