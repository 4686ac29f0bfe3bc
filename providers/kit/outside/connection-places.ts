import type { Socket } from 'node:net'
import { createCallRate } from '#kit/concurrency/call-rate.ts'
import type { ConnectionLimit } from '#kit/concurrency/connection-limit.ts'
import { createKeyedSlots } from '#kit/concurrency/keyed-slots.ts'
import { addressNetwork } from '#kit/net/address-network.ts'
import type { OutsideLimits } from './outside-limits.ts'

/** Reserves a place for a connection to the server at a port until it closes; `false` when there is none. */
export type TakePlace = (client: Socket, port: number) => boolean

/** Places of connections of one kind, beside a limit for those of all kinds. */
export function createPlaces(
  { maxTotal, maxPerSource, rate: sourceRate }: OutsideLimits,
  limit: ConnectionLimit,
): TakePlace {
  const held = createKeyedSlots()
  const rate = createCallRate(sourceRate)
  return (client, port) => {
    const source = addressNetwork(client.remoteAddress ?? '')
    if (limit.isReached || rate.take(source) > 0) return false
    using slots = new DisposableStack()
    for (const [key, max] of [
      [`${port} ${source}`, maxPerSource],
      [`${port}`, maxTotal],
    ] as const) {
      const slot = held.take(key, max)
      if (!slot) return false
      slots.use(slot)
    }
    limit.opened()
    slots.defer(() => limit.closed())
    const taken = slots.move()
    client.once('close', () => taken.dispose())
    return true
  }
}
