import type { BlockList, Socket } from 'node:net'
import { addressNetwork } from '#kit/net/address-network.ts'
import { plainAddress } from '#kit/net/plain-address.ts'
import type { RefusedVisits } from '#platform/deployments/traffic.ts'
import { type ConnectionFacts, connectionKey } from '#routers/node/proxy/connection.ts'
import { isTrusted } from '#routers/node/proxy/forwarding.ts'

/** A connection that counts for its visitor. */
interface VisitorConnection {
  socket: Socket
  use: VisitorUse
  /** Requests in flight. */
  inFlight: number
  hasServed: boolean
}

/** Open connections of one visitor, and its requests in flight beyond the first of each connection. */
interface VisitorUse {
  network: string
  connections: Set<VisitorConnection>
  requests: number
}

export interface VisitorLimitOptions {
  /** Maximum connections and further requests in flight of one visitor; 0 for no limit. */
  maxPerVisitor: number
  /** Their connections are those of many visitors, so that requests are counted instead. */
  trustedProxies?: BlockList | undefined
}

/**
 * Limits the connections and concurrent requests of one visitor, which is an address or an IPv6 network. A visitor at
 * its limit loses its oldest connection without a request for a new one, so that slow clients behind a shared address
 * do not shut out the others there.
 */
export class VisitorLimits {
  /** Counted since the start of the router. */
  readonly refused: RefusedVisits = { connections: 0, idleConnections: 0, requests: 0 }
  readonly #max: number
  readonly #trusted: BlockList | undefined
  readonly #visitors = new Map<string, VisitorUse>()
  readonly #connections = new Map<string, VisitorConnection>()

  constructor({ maxPerVisitor, trustedProxies }: VisitorLimitOptions) {
    this.#max = maxPerVisitor > 0 ? maxPerVisitor : Number.POSITIVE_INFINITY
    this.#trusted = trustedProxies
  }

  /** Counts a connection until it is closed. Returns false when there is no room for it. */
  open(socket: Socket): boolean {
    const address = plainAddress(socket.remoteAddress ?? '')
    // One that is closed already has no address.
    if (address === '') return false
    if (this.isProxy(address)) return true
    const use = this.#useOf(addressNetwork(address))
    if (this.#isFull(use) && !this.#closeIdle(use)) {
      this.refused.connections += 1
      return false
    }
    const connection = { socket, use, inFlight: 0, hasServed: false }
    const key = connectionKey(socket)
    use.connections.add(connection)
    this.#connections.set(key, connection)
    socket.once('close', () => {
      use.connections.delete(connection)
      this.#connections.delete(key)
      this.#forget(use)
    })
    return true
  }

  /** Whether the connections from this address are those of many visitors. */
  isProxy(address: string): boolean {
    return this.#trusted !== undefined && isTrusted(address, this.#trusted)
  }

  /** Whether a further request on this connection would be refused; it is counted as such. */
  refuses({ key }: ConnectionFacts): boolean {
    const connection = this.#connections.get(key)
    const isRefused =
      connection !== undefined && connection.inFlight > 0 && this.#isFull(connection.use)
    if (isRefused) this.refused.requests += 1
    return isRefused
  }

  /** Counts a request in flight. Returns what is called at its end, or `undefined` when there is no room for it. */
  begin({ key }: ConnectionFacts, source: string): (() => void) | undefined {
    const connection = this.#connections.get(key)
    // The first request of a connection is counted with it.
    const isFurther = connection ? connection.inFlight > 0 : this.#trusted !== undefined
    if (!connection && !isFurther) return ignore
    const use = connection?.use ?? this.#useOf(addressNetwork(source))
    if (isFurther && this.#isFull(use)) {
      this.refused.requests += 1
      return undefined
    }
    if (isFurther) use.requests += 1
    if (connection) {
      connection.inFlight += 1
      connection.hasServed = true
    }
    return () => {
      if (connection) connection.inFlight -= 1
      if (!isFurther) return
      use.requests -= 1
      this.#forget(use)
    }
  }

  #useOf(network: string): VisitorUse {
    const known = this.#visitors.get(network)
    if (known) return known
    const use = { network, connections: new Set<VisitorConnection>(), requests: 0 }
    this.#visitors.set(network, use)
    return use
  }

  #forget({ network, connections, requests }: VisitorUse) {
    if (connections.size === 0 && requests === 0) this.#visitors.delete(network)
  }

  #isFull({ connections, requests }: VisitorUse): boolean {
    return connections.size + requests >= this.#max
  }

  /** Closes the oldest connection that waits for a request, one before its first request if there is any. */
  #closeIdle(use: VisitorUse): boolean {
    let found: VisitorConnection | undefined
    for (const connection of use.connections) {
      if (connection.inFlight > 0) continue
      found ??= connection
      if (connection.hasServed) continue
      found = connection
      break
    }
    if (!found) return false
    this.refused.idleConnections += 1
    // It counts no more, although its end comes later.
    use.connections.delete(found)
    found.socket.destroy()
    return true
  }
}

const ignore = () => {}
