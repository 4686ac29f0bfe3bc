import type { Address } from '#platform/model/hosting/deployments/engine.ts'
import type { RouteUpstream } from '#platform/model/hosting/deployments/traffic.ts'
import type { ApplicationId } from '#platform/model/ids.ts'
import type { Statistics } from '#routers/statistics.ts'
import { Upstream } from './upstream.ts'

const sweepEvery = 30_000

/** All upstreams, including removed ones with requests in flight. */
export class Upstreams {
  readonly #byKey = new Map<string, Upstream>()
  readonly #byApplication = new Map<string, Map<string, Upstream>>()
  readonly #statistics: Statistics
  readonly #sweeping = setInterval(() => this.#sweep(), sweepEvery).unref()

  constructor(statistics: Statistics) {
    this.#statistics = statistics
  }

  /** The upstream of an instance, shared while in use. */
  at(applicationId: ApplicationId, routed: RouteUpstream): Upstream {
    const { instanceId, address } = routed
    const key = `${applicationId} ${instanceId} ${address.host} ${address.port}`
    const known = this.#byKey.get(key)
    if (known) return known
    const upstream = new Upstream(routed, this.#statistics.of(applicationId, instanceId))
    this.#byKey.set(key, upstream)
    const own = this.#byApplication.get(applicationId) ?? new Map<string, Upstream>()
    this.#byApplication.set(applicationId, own.set(key, upstream))
    return upstream
  }

  /** Only these, of one application if it is named, accept new requests; the others close their idle connections. */
  keepOnly(inUse: Set<Upstream>, applicationId?: string) {
    const all =
      applicationId === undefined ? this.#byKey : (this.#byApplication.get(applicationId) ?? [])
    for (const [key, upstream] of all) {
      upstream.keepConnections(inUse.has(upstream))
      if (!inUse.has(upstream) && upstream.underWay === 0) this.#delete(key)
    }
  }

  #delete(key: string) {
    this.#byKey.delete(key)
    const [applicationId = ''] = key.split(' ', 1)
    const own = this.#byApplication.get(applicationId)
    own?.delete(key)
    if (own?.size === 0) this.#byApplication.delete(applicationId)
  }

  /** Waits until no request is in flight to any of these addresses, or the timeout has passed. */
  async drain(addresses: Address[], timeout: number): Promise<void> {
    const drained = [...this.#byKey.values()].filter((upstream) =>
      addresses.some(({ host, port }) => host === upstream.host && port === upstream.port),
    )
    const idle = drained.map((upstream) => new Promise<void>((done) => upstream.onIdle(done)))
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

  #sweep() {
    for (const [key, upstream] of this.#byKey) {
      upstream.sweep()
      if (!upstream.pool.isOpen && upstream.underWay === 0) this.#delete(key)
    }
  }
}
