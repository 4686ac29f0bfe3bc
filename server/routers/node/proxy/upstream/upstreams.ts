import type { Address } from '#platform/deployments/engine.ts'
import { keyOf, Upstream } from './upstream.ts'

const sweepEvery = 30_000

/** All upstreams, including removed ones with requests in flight. */
export class Upstreams {
  readonly #byKey = new Map<string, Upstream>()
  readonly #sweeping = setInterval(() => this.#sweep(), sweepEvery).unref()

  /** The upstream of an address, shared while in use. */
  at(address: Address): Upstream {
    const key = keyOf(address)
    const known = this.#byKey.get(key)
    if (known) return known
    const upstream = new Upstream(address)
    this.#byKey.set(key, upstream)
    return upstream
  }

  /** Only these accept new requests; the others close their idle connections. */
  keepOnly(inUse: Set<Upstream>) {
    for (const [key, upstream] of this.#byKey) {
      upstream.keepConnections(inUse.has(upstream))
      if (!inUse.has(upstream) && upstream.underWay === 0) this.#byKey.delete(key)
    }
  }

  /** Waits until no request is in flight to any of these addresses, or the timeout has passed. */
  async drain(addresses: Address[], timeout: number): Promise<void> {
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
    const upstream = this.#byKey.get(keyOf(address))
    return new Promise((resolve) => (upstream ? upstream.onIdle(resolve) : resolve()))
  }

  #sweep() {
    for (const [key, upstream] of this.#byKey) {
      upstream.sweep()
      if (!upstream.pool.isOpen && upstream.underWay === 0) this.#byKey.delete(key)
    }
  }
}
