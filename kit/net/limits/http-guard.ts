import type { IncomingMessage } from 'node:http'
import type { BlockList } from 'node:net'
import { clientAddress } from '#kit/net/client-address.ts'
import { connectionOf } from '#kit/net/connection-facts.ts'
import type { ClientLimits, CountedRequest } from './client-limits.ts'

/** Timeouts of `node:http` for clients that have not authenticated; Node looks after them at this interval. */
export const strangerTimeouts = {
  headersTimeout: 10_000,
  connectionsCheckingInterval: 2000,
} as const

const defaultBodyTimeout = 10_000

export interface HttpGuardOptions {
  clients: ClientLimits
  trustedProxies?: BlockList | undefined
  /** Milliseconds for the body of a request, until its client has authenticated. */
  bodyTimeout?: number | undefined
}

/** The response of a request, or the socket of one that is upgraded. */
interface Closing {
  once(event: 'close', listener: () => void): unknown
}

/** Counts the requests of an HTTP listener for their clients, and ends bodies of strangers that come too slowly. */
export class HttpGuard {
  readonly #clients: ClientLimits
  readonly #trusted: BlockList | undefined
  readonly #bodyTimeout: number

  constructor({ clients, trustedProxies, bodyTimeout = defaultBodyTimeout }: HttpGuardOptions) {
    this.#clients = clients
    this.#trusted = trustedProxies
    this.#bodyTimeout = bodyTimeout
  }

  /**
   * Counts a request until `closing` closes; `undefined` when its client has too many. `peer` is the client's address as
   * another server of the platform has told it, which has passed the request on.
   */
  admit(request: IncomingMessage, closing: Closing, peer?: string): HttpVisit | undefined {
    const connection = connectionOf(request.socket)
    if (peer !== undefined) this.#clients.trust(connection)
    const forwardedFor = request.headers['x-forwarded-for']
    const source = clientAddress(peer ?? connection.address, forwardedFor, this.#trusted)
    const counted = this.#clients.begin(connection, source)
    if (!counted) return undefined
    closing.once('close', () => counted.end())
    return new HttpVisit(request, source, counted, this.#bodyTimeout)
  }
}

/** A request whose client is a stranger until it has authenticated. */
export class HttpVisit {
  /** Address of the client. */
  readonly source: string
  readonly #request: IncomingMessage
  readonly #counted: CountedRequest
  readonly #bodyTimeout: number
  #isKnown = false
  #late: NodeJS.Timeout | undefined

  constructor(
    request: IncomingMessage,
    source: string,
    counted: CountedRequest,
    bodyTimeout: number,
  ) {
    this.source = source
    this.#request = request
    this.#counted = counted
    this.#bodyTimeout = bodyTimeout
  }

  /** Starts the time for the body, if there is one. */
  limitBody() {
    const { headers, complete } = this.#request
    const isDeclared =
      headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
    if (!isDeclared || complete || this.#isKnown) return
    this.#late = setTimeout(() => this.#endLateBody(), this.#bodyTimeout)
    this.#request.once('end', () => clearTimeout(this.#late))
  }

  /** The client has authenticated: its connection is not closed for others, and the body has the time of the server. */
  authenticated() {
    this.#isKnown = true
    clearTimeout(this.#late)
    this.#counted.hold()
  }

  #endLateBody() {
    const { complete, socket } = this.#request
    if (complete || socket.destroyed) return
    // Written as Node does for its own timeouts: whoever reads the body is told that it broke off.
    if (!isAnswered(socket)) socket.write(timeoutResponse)
    socket.destroySoon()
  }
}

const timeoutResponse = 'HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n'

/** Whether the response of the current request has begun or was sent; Node has no public name for it. */
function isAnswered(socket: object): boolean {
  const { _httpMessage: current } = socket as { _httpMessage?: { headersSent: boolean } | null }
  return current?.headersSent ?? true
}
