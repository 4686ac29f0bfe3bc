import { type Clock, systemClock } from '#kit/concurrency/clock.ts'
import { networkOf } from '#kit/net/network.ts'

/** Counts wrong credentials by the address that they came from. */
export interface WrongAttempts {
  /** How many seconds an address has to wait; 0 when it may try. */
  wait(address: string): number
  add(address: string): void
}

const most = 20
const window = 60_000
const maxAddresses = 10_000

export function countWrongAttempts(clock: Clock = systemClock): WrongAttempts {
  const counts = new Map<string, { count: number; since: number }>()

  function current(address: string) {
    const found = counts.get(networkOf(address))
    return found && clock() - found.since < window ? found : undefined
  }

  return {
    wait(address) {
      const found = current(address)
      if (!found || found.count < most) return 0
      return Math.ceil((found.since + window - clock()) / 1000)
    },
    add(address) {
      const found = current(address)
      if (found) found.count += 1
      else {
        const oldest = counts.keys().next()
        if (counts.size >= maxAddresses && !oldest.done) counts.delete(oldest.value)
        counts.delete(networkOf(address))
        counts.set(networkOf(address), { count: 1, since: clock() })
      }
    },
  }
}
