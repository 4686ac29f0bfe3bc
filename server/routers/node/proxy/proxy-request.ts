import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { ClientRequest } from '#kit/net/http.ts'
import { relay } from './answer.ts'
import { discardUpload, upload } from './body.ts'
import type { LiveRoute } from './control/route-table.ts'
import { towardsVisitor } from './headers.ts'
import { type ErrorPage, sendPage } from './pages.ts'
import type { ParsedRequest } from './parse-request.ts'
import type { RouterContext } from './router-context.ts'
import { joinSockets } from './tunnel.ts'
import { UpstreamChoice } from './upstream/load-balancer.ts'
import { type Connection, UpstreamRequest } from './upstream/outgoing.ts'
import type { Upstream } from './upstream/upstream.ts'

/**
 * One request of a visitor and its response. Tries each upstream until one is reachable. Idempotent requests use a
 * keep-alive connection, with one retry on a fresh one in case the application has just closed it. All other requests
 * use a fresh connection, on which that cannot happen.
 */
export class ProxiedRequest {
  readonly #context: RouterContext
  readonly #parsed: ParsedRequest
  readonly #response: ServerResponse
  readonly #outgoing: UpstreamRequest
  #choice: UpstreamChoice
  #client: ClientRequest | undefined
  #isAnswered = false
  #isLate = false
  #isOver = false
  since = Date.now()

  constructor(
    context: RouterContext,
    lane: LiveRoute,
    response: ServerResponse,
    parsed: ParsedRequest,
  ) {
    this.#context = context
    this.#parsed = parsed
    this.#response = response
    this.#outgoing = new UpstreamRequest(response.req, parsed)
    this.#choice = new UpstreamChoice(lane, response.req)
  }

  begin() {
    this.#response.on('close', () => this.#onOver())
    if (!this.#response.socket) this.#watchConnection()
    this.#context.waiting.add(this)
    this.#send(this.#outgoing.maySendTwice && !this.#parsed.upgrade ? 'kept' : 'fresh')
  }

  giveUp() {
    this.#isLate = true
    this.#client?.destroy(new Error('the application did not answer in time'))
  }

  #send(connection: Connection) {
    const upstream = this.#choice.current
    if (!upstream) return this.#refuse('stopped')
    const client = this.#outgoing.sendTo(upstream, connection)
    if (!client) return this.#refuse('bad-request')
    this.#client = client
    upstream.begin()
    client.on('close', () => {
      upstream.end()
      if (this.#isAnswered && this.#outgoing.hasBody) discardUpload(this.#response)
    })
    client.on('error', (error: NodeJS.ErrnoException) => this.#onError(error))
    client.on('response', (incoming: IncomingMessage) => this.#onAnswer(incoming, upstream))
    if (this.#parsed.upgrade) {
      client.on('upgrade', (incoming, socket, head) => this.#join(incoming, socket, head, upstream))
    }
    if (!this.#outgoing.hasBody) return client.end()
    upload(this.#response, client, () => {
      this.since = Date.now()
    })
  }

  #onError(error: NodeJS.ErrnoException) {
    if (this.#isAnswered || this.#isOver) return
    if (this.#isLate) return this.#refuse('late')
    if (error.syscall === 'connect') return this.#tryNext()
    if (this.#client?.reusedSocket && this.#outgoing.maySendTwice) return this.#send('fresh')
    this.#refuse('gone')
  }

  #tryNext() {
    if (this.#choice.advance()) return this.#send('fresh')
    // The route may have changed while its old upstreams were tried.
    const lane = this.#context.table.find(this.#parsed.hostName)
    if (!lane || this.#choice.covers(lane)) return this.#refuse('gone')
    this.#choice = new UpstreamChoice(lane, this.#response.req)
    this.#send('fresh')
  }

  #answered() {
    this.#isAnswered = true
    this.#context.waiting.delete(this)
  }

  #refuse(page: ErrorPage) {
    this.#answered()
    sendPage(this.#response, page, this.#parsed.hostName)
  }

  #onAnswer(incoming: IncomingMessage, upstream: Upstream) {
    this.#answered()
    // Nothing is read from a connection that requested an upgrade, so not even its end would be noticed.
    this.#parsed.upgrade?.socket.resume()
    const cookie = this.#choice.cookieFor(upstream, this.#parsed.visit.secure)
    if (!relay(incoming, this.#response, cookie)) this.#refuse('gone')
  }

  #join(incoming: IncomingMessage, inner: Socket, head: Buffer, upstream: Upstream) {
    const { upgrade } = this.#parsed
    if (!upgrade || upgrade.socket.destroyed) return inner.destroy()
    this.#answered()
    this.#response.detachSocket(upgrade.socket)
    upstream.begin()
    inner.on('close', () => upstream.end())
    const protocol = incoming.headers.upgrade ?? upgrade.protocol
    const headers = [...towardsVisitor(incoming.rawHeaders), 'Connection', 'Upgrade']
    joinSockets(upgrade, { socket: inner, head }, [...headers, 'Upgrade', protocol])
  }

  /** The response was sent or the visitor has left; the rest of an upload is not needed either. */
  #onOver() {
    this.#isOver = true
    this.#context.waiting.delete(this)
    if (this.#outgoing.hasBody || !this.#response.writableFinished) this.#client?.destroy()
  }

  /** Node does not emit `close` for a pipelined response whose connection is closed. */
  #watchConnection() {
    const { socket } = this.#response.req
    const onClose = () => this.#onOver()
    socket.setMaxListeners(0)
    socket.on('close', onClose)
    this.#response.on('close', () => socket.off('close', onClose))
  }
}
