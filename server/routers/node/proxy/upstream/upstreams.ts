import type { Address } from '#platform/deployments/engine.ts'
import { Destination, keyOf } from './upstream.ts'

const sweepEvery = 30_000

/** Every address that requests go to, or still went to when it was taken off the table. */
export class Destinations {
  readonly #byKey = new Map<string, Destination>()
  readonly #sweeping = setInterval(() => this.#sweep(), sweepEvery).unref()

  /** The destination of an address: the same one as long as it is in use. */
  at(address: Address): Destination {
    const key = keyOf(address)
    const known = this.#byKey.get(key)
    if (known) return known
    const destination = new Destination(address)
    this.#byKey.set(key, destination)
    return destination
  }

  /** From now on only these take new requests; the others end their idle connections. */
  keepOnly(inUse: Set<Destination>) {
    for (const [key, destination] of this.#byKey) {
      destination.keepConnections(inUse.has(destination))
      if (!inUse.has(destination) && destination.underWay === 0) this.#byKey.delete(key)
    }
  }

  /** Returns once no request is under way to any of these addresses, or the timeout has passed. */
  async settle(addresses: Address[], timeout: number): Promise<void> {
    const idle = addresses.map((address) => this.#idle(address))
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, timeout)
    })
    await Promise.race([Promise.all(idle), late])
    clearTimeout(timer)
  }

  close() {
    clearInterval(this.#sweeping)
    this.keepOnly(new Set())
  }

  #idle(address: Address): Promise<void> {
    const destination = this.#byKey.get(keyOf(address))
    return new Promise((resolve) => (destination ? destination.onIdle(resolve) : resolve()))
  }

  #sweep() {
    for (const [key, destination] of this.#byKey) {
      destination.sweep()
      if (!destination.pool.isOpen && destination.underWay === 0) this.#byKey.delete(key)
    }
  }
}
