import type { RouteUpstream } from '#platform/model/hosting/deployments/traffic.ts'
import type { InstanceId } from '#platform/model/ids.ts'
import type { Counters } from '#routers/statistics.ts'
import type { Exchange, ExchangeEvents } from './exchange.ts'
import type { BodilessRequest } from './kept-connection.ts'
import { Pool } from './pool.ts'

/** One upstream address: its keep-alive connections, and the number of requests in flight. */
export class Upstream {
  readonly instanceId: InstanceId
  readonly host: string
  readonly port: number
  readonly pool: Pool
  readonly counters: Counters
  #underWay = 0
  #used = false
  #onIdle: (() => void)[] = []
  #mark: string | undefined

  constructor({ instanceId, address: { host, port } }: RouteUpstream, counters: Counters) {
    this.instanceId = instanceId
    this.host = host
    this.port = port
    this.counters = counters
    this.pool = new Pool({ host, port }, () => this.end())
  }

  /** Opaque id of this upstream for the sticky cookie, which does not reveal the address. */
  get mark(): string {
    this.#mark ??= process
      .getBuiltinModule('node:crypto')
      .createHash('sha256')
      .update(`${this.host} ${this.port}`)
      .digest('hex')
      .slice(0, 16)
    return this.#mark
  }

  get underWay() {
    return this.#underWay
  }

  /** Sends a request over a connection that was kept alive. */
  send(request: BodilessRequest, events: ExchangeEvents): Exchange {
    this.begin()
    return this.pool.send(request, events)
  }

  begin() {
    this.#underWay += 1
    this.counters.inFlight += 1
    this.#used = true
  }

  end() {
    this.#underWay -= 1
    this.counters.inFlight -= 1
    if (this.#underWay === 0) for (const tell of this.#onIdle.splice(0)) tell()
  }

  /** Calls back once no request is in flight, or at once. */
  onIdle(tell: () => void) {
    if (this.#underWay === 0) tell()
    else this.#onIdle.push(tell)
  }

  /** Whether new connections may be kept alive; if not, idle ones are closed. */
  keepConnections(keep: boolean) {
    this.pool.isOpen = keep
    if (!keep) this.pool.endIdle()
  }

  /** Closes idle connections when there was no request since the last sweep. */
  sweep() {
    if (!this.#used) this.pool.endIdle()
    this.#used = this.#underWay > 0
  }
}
