import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { ErrorPage } from '#routers/pages.ts'
import { Relay } from './answer.ts'
import { discardUpload, upload } from './body.ts'
import { towardsVisitor } from './headers.ts'
import type { Upload } from './limits/upload-timeouts.ts'
import type { ParsedRequest } from './parse-request.ts'
import type { RequestRecord } from './request-record.ts'
import type { LiveRoute } from './route-table.ts'
import type { RouterContext } from './router-context.ts'
import { closing, sendPage } from './send-page.ts'
import { joinSockets } from './tunnel/tunnel.ts'
import type { Waiter } from './upstream/answer-timeouts.ts'
import type { Exchange, ExchangeEvents } from './upstream/exchange.ts'
import { UpstreamChoice } from './upstream/load-balancer.ts'
import { UpstreamRequest } from './upstream/outgoing.ts'
import type { ResponseHead } from './upstream/response-parser.ts'
import type { Upstream } from './upstream/upstream.ts'
import type { VisitorResponse } from './visitor.ts'

/** Counted and logged when the visitor leaves before a response, as nginx does. */
const visitorLeft = 499

/**
 * One request of a visitor and its response. Tries each upstream until one is reachable. Idempotent requests use a
 * keep-alive connection, with one retry on a fresh one in case the application has just closed it. All other requests
 * use a fresh connection, on which that cannot happen. An idempotent request whose instance dies before its response
 * is sent to another instance, once only: a request that makes instances crash must not reach all of them.
 */
export class ProxiedRequest implements ExchangeEvents, Waiter {
  readonly #context: RouterContext
  readonly #parsed: ParsedRequest
  readonly #record: RequestRecord
  readonly #response: VisitorResponse
  readonly #outgoing: UpstreamRequest
  #choice: UpstreamChoice
  #exchange: Exchange | undefined
  #relay: Relay | undefined
  #isAnswered = false
  #isLate = false
  #isOver = false
  #isResent = false
  #upload: Upload | undefined
  #release: () => void
  since = performance.now()
  previousWaiter: Waiter | undefined
  nextWaiter: Waiter | undefined

  constructor(
    context: RouterContext,
    route: LiveRoute,
    response: VisitorResponse,
    record: RequestRecord,
    /** Called when the request is over: it counts no more for its visitor. */
    release: () => void,
  ) {
    this.#context = context
    this.#record = record
    this.#parsed = record.parsed
    this.#response = response
    this.#release = release
    this.#outgoing = new UpstreamRequest(response.req, record.parsed)
    this.#choice = new UpstreamChoice(route, response.req)
  }

  begin() {
    this.#response.on('close', () => this.#onOver())
    if ('socket' in this.#response && !this.#response.socket) this.#watchConnection()
    this.#context.waiting.add(this)
    if (this.#outgoing.maySendTwice && !this.#parsed.upgrade) this.#sendKept()
    else this.#sendFresh()
  }

  giveUp() {
    this.#isLate = true
    this.#exchange?.destroy(new Error('the application did not answer in time'))
  }

  #sendKept() {
    const upstream = this.#choice.current
    if (!upstream) return this.#refuse('stopped')
    this.#exchange = this.#outgoing.sendKept(upstream, this)
    if (!this.#exchange) return this.#refuse('bad-request')
    this.#record.upstream = upstream
  }

  #sendFresh() {
    const upstream = this.#choice.current
    if (!upstream) return this.#refuse('stopped')
    const exchange = this.#outgoing.openFresh(upstream, this)
    if (!exchange) return this.#refuse('bad-request')
    const { client } = exchange
    this.#exchange = exchange
    this.#record.upstream = upstream
    if (this.#parsed.upgrade) {
      client.on('upgrade', (incoming, socket, head) => this.#join(incoming, socket, head, upstream))
    }
    if (!this.#outgoing.hasBody) return client.end()
    client.on('close', () => {
      if (this.#isAnswered) discardUpload(this.#response)
    })
    upload(this.#response, client, {
      onReady: () => this.#watchUpload(),
      onBytes: (bytes) => {
        this.since = performance.now()
        this.#record.received(bytes)
        this.#watchUpload()?.received(bytes, this.since)
      },
      onFull: () => {
        this.#upload?.pause()
        return () => this.#upload?.resume()
      },
      onEnd: () => this.#upload?.end(),
    })
  }

  /** A visitor that waits for a 100 response may be silent; others may not, until the application responds. */
  #watchUpload(): Upload | undefined {
    if (this.#isAnswered || this.#isOver) return undefined
    this.#upload ??= this.#context.uploads.watch(() => {
      this.#refuse('stalled', closing(this.#response.req))
      this.#exchange?.destroy()
    })
    return this.#upload
  }

  onError(error: NodeJS.ErrnoException, { isReused }: Exchange) {
    if (this.#isAnswered || this.#isOver) return
    if (this.#isLate) return this.#refuse('late')
    if (error.syscall === 'connect') return this.#tryNext()
    if (!this.#outgoing.maySendTwice || !isReset(error)) return this.#refuse('gone')
    if (isReused) return this.#sendFresh()
    if (this.#isResent) return this.#refuse('gone')
    this.#isResent = true
    this.#tryNext()
  }

  #tryNext() {
    if (this.#choice.advance()) return this.#sendFresh()
    // The route may have changed while its old upstreams were tried.
    const route = this.#context.table.find(this.#parsed.hostName, this.#parsed.path)
    if (!route || this.#choice.covers(route)) {
      return this.#refuse(route?.isStarting ? 'starting' : 'gone')
    }
    this.#record.moveTo(route)
    this.#choice = new UpstreamChoice(route, this.#response.req)
    this.#sendFresh()
  }

  #answered() {
    this.#isAnswered = true
    this.#upload?.end()
    this.#context.waiting.delete(this)
  }

  #refuse(page: ErrorPage, more: string[] = []) {
    this.#answered()
    const headers = ['X-Request-Id', this.#parsed.requestId, ...more]
    sendPage(this.#response, page, this.#parsed.hostName, headers, this.#record.rules)
  }

  onHead(head: ResponseHead, exchange: Exchange) {
    this.#answered()
    // Nothing is read from a connection that requested an upgrade, so not even its end would be noticed.
    this.#parsed.upgrade?.socket.resume()
    const cookie = this.#choice.cookieFor(this.#record.upstream, this.#parsed.visit.secure)
    const { readTimeout } = this.#context
    const options = { cookie, readTimeout }
    this.#relay = Relay.begin(head, exchange, this.#response, this.#record, options)
    if (this.#relay) return
    exchange.destroy()
    this.#refuse('gone')
  }

  onBody(chunk: Buffer) {
    this.#relay?.write(chunk)
  }

  onPause() {
    this.#relay?.flush()
  }

  onEnd(rawTrailers: string[]) {
    this.#relay?.end(rawTrailers)
  }

  onCut() {
    this.#relay?.cut()
  }

  #join(incoming: IncomingMessage, inner: Socket, head: Buffer, upstream: Upstream) {
    const { upgrade, requestId } = this.#parsed
    if (!upgrade || upgrade.socket.destroyed) return inner.destroy()
    this.#answered()
    const response = this.#response as ServerResponse
    response.detachSocket(upgrade.socket)
    upstream.begin()
    this.#record.count(101)
    const release = this.#release
    this.#release = ignore
    inner.on('close', () => {
      release()
      upstream.end()
      this.#record.finish(101)
    })
    const protocol = incoming.headers.upgrade ?? upgrade.protocol
    const headers = [...towardsVisitor(incoming.rawHeaders, requestId), 'Connection', 'Upgrade']
    const application = { socket: inner, head }
    joinSockets(upgrade, application, [...headers, 'Upgrade', protocol], {
      record: this.#record,
      tunnels: /^websocket$/i.test(protocol) ? this.#context.tunnels : undefined,
    })
  }

  /** The response was sent or the visitor has left; the rest of an upload is not needed either. */
  #onOver() {
    this.#isOver = true
    this.#upload?.end()
    this.#release()
    this.#release = ignore
    this.#context.waiting.delete(this)
    const { headersSent, statusCode, writableFinished } = this.#response
    this.#record.finish(headersSent ? statusCode : visitorLeft)
    if (this.#outgoing.hasBody || !writableFinished) this.#exchange?.destroy()
  }

  /** Node does not emit `close` for a pipelined response whose connection is closed. */
  #watchConnection() {
    const { socket } = (this.#response as ServerResponse).req
    const onClose = () => this.#onOver()
    socket.setMaxListeners(0)
    socket.on('close', onClose)
    this.#response.on('close', () => socket.off('close', onClose))
  }
}

const ignore = () => {}

/** Whether the connection was closed, as by an instance that dies, and not a malformed response. */
const isReset = ({ code }: NodeJS.ErrnoException) => code === 'ECONNRESET' || code === 'EPIPE'
