import { createCallRate } from '#kit/concurrency/call-rate.ts'
import type { Clock } from '#kit/concurrency/clock.ts'
import type { DeliveryLimits } from '#platform/model/hosting/connected-repositories/delivery-limits.ts'

const maxKeys = 20_000
const signed = { perMinute: 60, burst: 60, maxKeys }
/** Anybody who knows the address can send what is refused. */
const refused = { perMinute: 10, burst: 20, maxKeys }

export function createDeliveryLimits(clock: Clock): DeliveryLimits {
  const ofSigned = createCallRate(signed, clock)
  const ofRefused = createCallRate(refused, clock)
  return {
    takeSigned: (applicationId) => ofSigned.take(applicationId) === 0,
    takeRefused: (applicationId) => ofRefused.take(applicationId) === 0,
  }
}
