import type { BlockList, Socket } from 'node:net'
import { type ConnectionLimit, processConnectionLimit } from '#kit/concurrency/connection-limit.ts'
import { addressNetwork } from '#kit/net/address-network.ts'
import { isTrusted } from '#kit/net/client-address.ts'
import { type ConnectionFacts, connectionKey } from '#kit/net/connection-facts.ts'
import { plainAddress } from '#kit/net/plain-address.ts'
import { AddressPlaces, type Place } from './address-places.ts'

/** Counts of what clients beyond their limits were refused. */
export interface RefusedClients {
  connections: number
  /** Connections without a request that were closed for new ones. */
  idleConnections: number
  requests: number
}

export interface ClientLimitOptions {
  /** Maximum connections and further requests in flight of one client; 0 for no limit. */
  maxPerClient: number
  /** Limit of all connections; that of the process when absent. */
  total?: ConnectionLimit
  /** Their connections are those of many clients, so that requests are counted instead. */
  trustedProxies?: BlockList | undefined
}

/** A connection that counts for its client. */
interface ClientConnection {
  place: Place
  client: string
  isOfProxy: boolean
  /** Requests in flight. */
  inFlight: number
}

/**
 * Limits the connections and concurrent requests of one client, which is an address or an IPv6 network, and all
 * connections together. A client at its limit loses its oldest connection without a request for a new one, so that slow
 * clients behind a shared address do not shut out the others there; when all connections are taken, the client with most
 * of them does.
 */
export class ClientLimits {
  readonly #trusted: BlockList | undefined
  readonly #places: AddressPlaces
  readonly #connections = new Map<string, ClientConnection>()
  readonly #refused = { connections: 0, requests: 0 }

  constructor({ maxPerClient, trustedProxies, total }: ClientLimitOptions) {
    this.#trusted = trustedProxies
    this.#places = new AddressPlaces({
      total: total ?? processConnectionLimit(),
      maxPerAddress: maxPerClient > 0 ? maxPerClient : Number.POSITIVE_INFINITY,
    })
  }

  /** Counted since the start. */
  get refused(): RefusedClients {
    return { ...this.#refused, idleConnections: this.#places.ended }
  }

  /** Counts a connection until it is closed. Returns false when there is no room for it. */
  open(socket: Socket): boolean {
    const address = plainAddress(socket.remoteAddress ?? '')
    // One that is closed already has no address.
    if (address === '') return false
    const key = connectionKey(socket)
    const isOfProxy = this.isProxy(address)
    const client = this.clientOf(socket)
    const place = this.#places.take(client, () => socket.destroy())
    if (!place) {
      this.#refused.connections += 1
      return false
    }
    this.#connections.set(key, { place, client, isOfProxy, inFlight: 0 })
    socket.once('close', () => {
      this.#connections.delete(key)
      place.leave()
    })
    return true
  }

  /** What a connection counts for: its address or, as one of a proxy, itself alone. */
  clientOf(socket: Socket): string {
    const address = plainAddress(socket.remoteAddress ?? '')
    return this.isProxy(address) ? connectionKey(socket) : addressNetwork(address)
  }

  /** Whether the connections from this address are those of many clients. */
  isProxy(address: string): boolean {
    return this.#trusted !== undefined && isTrusted(address, this.#trusted)
  }

  /** Treats a connection as that of a trusted proxy from now on, such as one of another server of the platform. */
  trust({ key }: ConnectionFacts) {
    const connection = this.#connections.get(key)
    if (!connection || connection.isOfProxy) return
    connection.isOfProxy = true
    connection.client = key
    this.#places.move(connection.place, key)
  }

  /** Whether a further request on this connection would be refused; it is counted as such. */
  refuses({ key }: ConnectionFacts): boolean {
    const connection = this.#connections.get(key)
    const isRefused =
      connection !== undefined && connection.inFlight > 0 && this.#places.isFull(connection.client)
    if (isRefused) this.#refused.requests += 1
    return isRefused
  }

  /**
   * Counts a request in flight; `undefined` when there is no room for it. `source` is the address of its client, which
   * matters behind a proxy; absent when the protocol does not tell.
   */
  begin({ key }: ConnectionFacts, source?: string): CountedRequest | undefined {
    const connection = this.#connections.get(key)
    if (!connection) return uncounted
    // The first request of a connection is counted with it.
    const { isOfProxy, inFlight } = connection
    const behindProxy = isOfProxy && source !== undefined ? addressNetwork(source) : undefined
    const isFurther = behindProxy !== undefined || inFlight > 0
    const uncount = isFurther ? this.#places.count(behindProxy ?? connection.client) : ignore
    if (!uncount) {
      this.#refused.requests += 1
      return undefined
    }
    connection.inFlight += 1
    return new CountedConnectionRequest(connection, uncount)
  }
}

/** A request in flight that counts for its client. */
export interface CountedRequest {
  /** Keeps its connection from being closed for others until the request ends. */
  hold(): void
  end(): void
}

class CountedConnectionRequest implements CountedRequest {
  readonly #connection: ClientConnection
  readonly #uncount: () => void
  #isHeld = false
  #isOver = false

  constructor(connection: ClientConnection, uncount: () => void) {
    this.#connection = connection
    this.#uncount = uncount
  }

  hold() {
    if (this.#isHeld || this.#isOver) return
    this.#isHeld = true
    this.#connection.place.hold()
  }

  end() {
    if (this.#isOver) return
    this.#isOver = true
    this.#connection.inFlight -= 1
    if (this.#isHeld) this.#connection.place.free()
    this.#uncount()
  }
}

const ignore = () => {}

/** Of a connection that is not counted, such as that of a test. */
const uncounted: CountedRequest = { hold: ignore, end: ignore }
