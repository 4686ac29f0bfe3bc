import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { ClientRequest } from '#kit/http.ts'
import { hasBody } from './body.ts'
import { fresh } from './connect.ts'
import type { Destination } from './destination.ts'
import { towardsApplication, towardsVisitor, type Visit } from './headers.ts'
import { type Situation, sendPage } from './pages.ts'
import { pump } from './pump.ts'
import type { Reception } from './reception.ts'
import { stickyCookie, stickyTurn } from './sticky.ts'
import type { Lane } from './table.ts'
import { joinSockets } from './tunnel.ts'

/** A visitor's request that wants to become something else, such as a WebSocket. */
export interface Upgrade {
  protocol: string
  socket: Socket
  /** Bytes that came after the request. */
  head: Buffer
}

export interface Asked {
  visit: Visit
  /** The host name without the port. */
  hostName: string
  path: string
  upgrade?: Upgrade
}

const largestHead = 64 * 1024
const discardDeadline = 30_000
const sentTwiceSafely = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE', 'PUT', 'DELETE'])
const bodiless = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE', 'DELETE'])

/**
 * One request of a visitor and its answer. It is tried at each address until one can be reached. What an
 * application may have seen is sent again only if it has no body and may be sent twice (RFC 9110, 9.2.2):
 * then a kept connection is used, and replaced by a fresh one should the application just have closed it.
 * Everything else gets a fresh connection, on which that cannot happen.
 */
export class Exchange {
  readonly #reception: Reception
  readonly #asked: Asked
  readonly #request: IncomingMessage
  readonly #response: ServerResponse
  readonly #headers: string[]
  readonly #hasBody: boolean
  #lane: Lane
  #turn: number
  #tried = 0
  #client: ClientRequest | undefined
  #isAnswered = false
  #isLate = false
  #isOver = false
  since = 0

  constructor(reception: Reception, lane: Lane, response: ServerResponse, asked: Asked) {
    this.#reception = reception
    this.#asked = asked
    this.#request = response.req
    this.#response = response
    this.#lane = lane
    const { headers, rawHeaders, method = 'GET' } = response.req
    const encoding = headers['transfer-encoding']
    this.#hasBody = hasBody(response.req)
    this.#headers = towardsApplication(rawHeaders, asked.visit, asked.upgrade?.protocol)
    if (encoding !== undefined) {
      this.#headers.push('Transfer-Encoding', encoding)
      if (headers.trailer) this.#headers.push('Trailer', headers.trailer)
    } else if (headers['content-length'] === undefined && !bodiless.has(method)) {
      this.#headers.push('Content-Length', '0')
    }
    this.#turn = lane.turn()
    if (lane.stickySessions) {
      const known = stickyTurn(headers.cookie, lane.destinations)
      if (known >= 0) this.#turn = known
    }
  }

  begin() {
    this.#response.on('close', () => this.#onOver())
    if (!this.#response.socket) this.#watchConnection()
    this.since = Date.now()
    this.#reception.waiting.add(this)
    this.#send(this.#maySendTwice && !this.#asked.upgrade ? 'kept' : 'fresh')
  }

  giveUp() {
    this.#isLate = true
    this.#client?.destroy(new Error('the application did not answer in time'))
  }

  /** The answer was sent, or nobody waits for it any more; what is left of an upload has no purpose either. */
  #onOver() {
    this.#isOver = true
    this.#reception.waiting.delete(this)
    if (this.#hasBody || !this.#response.writableFinished) this.#client?.destroy()
  }

  /** An answer that waits behind another one on its connection does not hear from Node that this is closed. */
  #watchConnection() {
    const { socket } = this.#request
    const onClose = () => this.#onOver()
    socket.setMaxListeners(0)
    socket.on('close', onClose)
    this.#response.on('close', () => socket.off('close', onClose))
  }

  get #maySendTwice() {
    return !this.#hasBody && sentTwiceSafely.has(this.#request.method ?? '')
  }

  get #destination(): Destination | undefined {
    const { destinations } = this.#lane
    return destinations[(this.#turn + this.#tried) % destinations.length]
  }

  #send(connection: 'kept' | 'fresh') {
    const destination = this.#destination
    if (!destination) return this.#refuse('stopped')
    const client = this.#newClient(destination, connection)
    if (!client) return this.#refuse('bad-request')
    this.#client = client
    destination.begin()
    client.on('close', () => {
      destination.end()
      this.#discardRest()
    })
    client.on('error', (error: NodeJS.ErrnoException) => this.#onError(error))
    client.on('response', (incoming: IncomingMessage) => this.#relay(incoming, destination))
    if (this.#hasBody) return this.#sendBody(client)
    if (this.#asked.upgrade) {
      client.on('upgrade', (incoming, socket, head) =>
        this.#join(incoming, socket, head, destination),
      )
    }
    client.end()
  }

  #newClient(destination: Destination, connection: 'kept' | 'fresh'): ClientRequest | undefined {
    try {
      return new ClientRequest({
        host: destination.host,
        port: destination.port,
        method: this.#request.method,
        path: this.#asked.path,
        headers: this.#headers,
        agent: connection === 'kept' ? destination.pool : fresh,
        maxHeaderSize: largestHead,
      })
    } catch {
      // As with answers, Node reads more than it agrees to write.
      return undefined
    }
  }

  #sendBody(client: ClientRequest) {
    const request = this.#request
    if (request.headers.expect) client.on('continue', () => this.#response.writeContinue())
    client.on('socket', (socket) => {
      const begin = () => {
        pump(request, client, () => {
          this.since = Date.now()
        })
        request.on('end', () => {
          if (request.rawTrailers.length > 0) client.addTrailers(pairs(request.rawTrailers))
          client.end()
        })
        // Without this the head would wait for the first byte of the body, which may wait for a 100.
        client.flushHeaders()
      }
      // Before the connection stands, another address may still be tried: the body has to be whole for it.
      if (socket.connecting) socket.once('connect', begin)
      else begin()
    })
  }

  #onError(error: NodeJS.ErrnoException) {
    if (this.#isAnswered || this.#isOver) return
    if (this.#isLate) return this.#refuse('late')
    if (error.syscall === 'connect') return this.#tryNext()
    if (this.#client?.reusedSocket && this.#maySendTwice) return this.#send('fresh')
    this.#refuse('gone')
  }

  #tryNext() {
    this.#tried += 1
    if (this.#tried < this.#lane.destinations.length) return this.#send('fresh')
    // The route may have changed while its old addresses were tried.
    const lane = this.#reception.table.find(this.#asked.hostName)
    if (!lane || lane.destinations.every((each) => this.#lane.destinations.includes(each))) {
      return this.#refuse('gone')
    }
    this.#lane = lane
    this.#turn = lane.turn()
    this.#tried = 0
    this.#send('fresh')
  }

  #refuse(situation: Situation) {
    this.#reception.waiting.delete(this)
    this.#isAnswered = true
    sendPage(this.#response, situation, this.#asked.hostName)
  }

  #relay(incoming: IncomingMessage, destination: Destination) {
    const response = this.#response
    this.#reception.waiting.delete(this)
    this.#isAnswered = true
    // Nothing is read from a connection that wanted to leave HTTP, so not even its end would be noticed.
    this.#asked.upgrade?.socket.resume()
    const headers = towardsVisitor(incoming.rawHeaders)
    if (this.#lane.stickySessions) {
      headers.push('Set-Cookie', stickyCookie(destination, this.#asked.visit.secure))
    }
    if (incoming.headers.trailer && isSentInChunks(incoming, response.req)) {
      headers.push('Trailer', incoming.headers.trailer)
    }
    try {
      response.writeHead(incoming.statusCode ?? 0, incoming.statusMessage, headers)
    } catch {
      // Node reads more than it agrees to write: a status of 099, say.
      incoming.destroy()
      return this.#refuse('gone')
    }
    let isFlushed = false
    pump(incoming, response, () => {
      isFlushed = true
    })
    incoming.on('end', () => {
      isFlushed = true
      if (incoming.rawTrailers.length > 0) response.addTrailers(pairs(incoming.rawTrailers))
      response.end()
    })
    incoming.on('error', () => response.destroy())
    // What came together with the head has been handed on by now; an answer that dawdles shows its head at once.
    process.nextTick(() => isFlushed || response.flushHeaders())
  }

  #join(incoming: IncomingMessage, inner: Socket, innerHead: Buffer, destination: Destination) {
    const upgrade = this.#asked.upgrade
    if (!upgrade || upgrade.socket.destroyed) return inner.destroy()
    this.#reception.waiting.delete(this)
    this.#isAnswered = true
    this.#response.detachSocket(upgrade.socket)
    destination.begin()
    inner.on('close', () => destination.end())
    const protocol = incoming.headers.upgrade ?? upgrade.protocol
    const headers = towardsVisitor(incoming.rawHeaders)
    joinSockets(upgrade, { socket: inner, head: innerHead }, [
      ...headers,
      'Connection',
      'Upgrade',
      'Upgrade',
      protocol,
    ])
  }

  /** An application may answer before it has read the whole body; the visitor still gets to the end of it. */
  #discardRest() {
    if (!this.#hasBody || this.#request.complete || !this.#isAnswered) return
    this.#request.removeAllListeners('data')
    this.#request.resume()
    const { socket } = this.#request
    setTimeout(() => this.#request.complete || socket.destroy(), discardDeadline).unref()
  }
}

/** Only where a message is sent in chunks can trailers be announced, and Node takes anything else for a mistake. */
function isSentInChunks({ headers, statusCode }: IncomingMessage, asked: IncomingMessage): boolean {
  const mayHaveBody = asked.method !== 'HEAD' && statusCode !== 204 && statusCode !== 304
  return mayHaveBody && headers['transfer-encoding'] !== undefined && asked.httpVersion === '1.1'
}

function pairs(raw: string[]): [string, string][] {
  const list: [string, string][] = []
  for (let at = 0; at < raw.length; at += 2) list.push([raw[at] as string, raw[at + 1] as string])
  return list
}
