import type { Address } from '#platform/model/hosting/deployments/engine.ts'
import type { Exchange, ExchangeEvents } from './exchange.ts'
import { type BodilessRequest, type ConnectionKeeper, KeptConnection } from './kept-connection.ts'

const maxIdle = 256

/** Keep-alive connections to one address. */
export class Pool implements ConnectionKeeper {
  /** Whether connections are kept for further requests. */
  isOpen = true
  readonly host: string
  readonly port: number
  readonly end: () => void
  /** The one that was used last is the last. */
  readonly #idle: KeptConnection[] = []

  constructor({ host, port }: Address, onEnd: () => void) {
    this.host = host
    this.port = port
    this.end = onEnd
  }

  /** Sends a request over the connection that was used last, or over a new one. */
  send(request: BodilessRequest, events: ExchangeEvents): Exchange {
    const connection = this.#idle.pop() ?? new KeptConnection(this)
    return connection.send(request, events)
  }

  keep(connection: KeptConnection): boolean {
    if (!this.isOpen || this.#idle.length >= maxIdle) return false
    this.#idle.push(connection)
    return true
  }

  forget(connection: KeptConnection) {
    const at = this.#idle.indexOf(connection)
    if (at >= 0) this.#idle.splice(at, 1)
  }

  endIdle() {
    for (const connection of this.#idle.splice(0)) connection.destroy()
  }
}
