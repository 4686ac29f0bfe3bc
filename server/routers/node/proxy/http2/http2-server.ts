import type { Http2Server, ServerHttp2Session, ServerHttp2Stream } from 'node:http2'
import type { Socket } from 'node:net'
import { type ConnectionLimit, processConnectionLimit } from '#kit/concurrency/connection-limit.ts'
import { type ConnectionFacts, connectionOf } from '#kit/net/connection-facts.ts'
import type { RouterContext } from '#routers/node/proxy/router-context.ts'
import { serve } from '#routers/node/proxy/serve.ts'
import { maxHead, StreamRequest } from './stream-request.ts'
import { StreamResponse } from './stream-response.ts'

const maxConcurrentStreams = 100
/** Larger heads are refused by the protocol; those between `maxHead` and this get the status 431. */
const maxHeaderListSize = 2 * maxHead
/** What a visitor may send of one body, and of all bodies of a connection, before an application has read it. */
const streamWindow = 256 * 1024
const connectionWindow = 1024 * 1024
const noError = 0
const refusedStream = 7
const maxStreamId = 2 ** 31 - 1
/** Time for requests that were sent before the visitor has read that the connection ends. */
const noticeTime = 500

const options = {
  settings: {
    enablePush: false,
    maxConcurrentStreams,
    initialWindowSize: streamWindow,
    maxHeaderListSize,
  },
  // Floods on one connection end it: streams that are opened and reset (CVE-2023-44487), settings, broken frames.
  streamResetBurst: 200,
  streamResetRate: 50,
  maxSettings: 32,
  maxSessionInvalidFrames: 100,
  maxSessionRejectedStreams: 100,
  maxHeaderListPairs: 500,
  // An application may repeat a header, such as `Content-Type`, as it may over HTTP/1.1.
  strictSingleValueFields: false,
  // In megabytes: what one connection may hold.
  maxSessionMemory: 8,
}

/** A connection of a visitor. */
interface Session {
  open: number
  isEnding: boolean
  /** Whether nothing was sent or received for the idle timeout, although there are requests. */
  isSilent: boolean
}

export interface Http2Limits {
  /** Requests beyond the first of each connection count for it, because each takes a connection to an application. */
  connections: ConnectionLimit
  /** Milliseconds until a connection without requests is closed. */
  idle: number
  /** The same for one whose requests make no progress. */
  silence: number
}

const defaultLimits = (): Http2Limits => ({
  connections: processConnectionLimit(),
  idle: 75_000,
  silence: 3_600_000,
})

/** HTTP/2 for connections that a TLS listener has accepted. */
export class Http2Listener {
  readonly #server: Http2Server
  readonly #sessions = new Map<ServerHttp2Session, Session>()
  readonly #context: RouterContext
  readonly #limits: Http2Limits

  constructor(context: RouterContext, limits = defaultLimits()) {
    this.#context = context
    this.#limits = limits
    this.#server = process.getBuiltinModule('node:http2').createServer(options)
    this.#server.on('session', (session) => this.#onSession(session))
    this.#server.on('sessionError', () => {})
  }

  accept(socket: Socket) {
    this.#server.emit('connection', socket)
  }

  /** Closes connections without requests. */
  closeIdleConnections() {
    for (const [session, { open, isEnding }] of this.#sessions) {
      if (open === 0 && !isEnding) session.close()
    }
  }

  /** Asks the visitors to use other connections, serves what they have already sent, then closes. */
  drainConnections() {
    for (const [session, state] of this.#sessions) {
      state.isEnding = true
      session.goaway(noError, maxStreamId)
      setTimeout(() => session.close(), noticeTime)
    }
  }

  #onSession(session: ServerHttp2Session) {
    const connection = connectionOf(session.socket as Socket)
    const state: Session = { open: 0, isEnding: false, isSilent: false }
    this.#sessions.set(session, state)
    session.on('close', () => this.#sessions.delete(session))
    session.on('error', () => {})
    session.setTimeout(this.#limits.idle)
    // Not as its callback, which Node calls only once.
    session.on('timeout', () => this.#onSilence(session, state))
    session.setLocalWindowSize(connectionWindow)
    session.on('stream', (stream, headers, flags, raw) => {
      stream.on('error', () => {})
      if (!this.#admit(stream, session, state, connection)) return
      const request = new StreamRequest(stream, headers, flags, raw as unknown as string[])
      const response = new StreamResponse(stream, request)
      if (!request.isTooLarge) return serve(this.#context, response, connection)
      response.writeHead(431, undefined, ['Content-Length', '0'])
      response.end()
    })
  }

  /** Counts a request, or refuses it in a way that tells the visitor to send it again later. */
  #admit(
    stream: ServerHttp2Stream,
    session: ServerHttp2Session,
    state: Session,
    connection: ConnectionFacts,
  ): boolean {
    const { connections } = this.#limits
    const isFurther = state.open > 0
    if (isFurther && (connections.isReached || this.#context.limits.refuses(connection))) {
      stream.close(refusedStream)
      return false
    }
    if (isFurther) connections.opened()
    state.open += 1
    this.#awake(session, state)
    stream.on('close', () => {
      if (isFurther) connections.closed()
      state.open -= 1
      this.#awake(session, state)
    })
    return true
  }

  /** A visitor that reads nothing of its responses, or has left without a word, must not keep them for ever. */
  #onSilence(session: ServerHttp2Session, state: Session) {
    if (state.open === 0) return session.close()
    if (state.isSilent) return session.destroy()
    state.isSilent = true
    session.setTimeout(this.#limits.silence)
  }

  #awake(session: ServerHttp2Session, state: Session) {
    if (!state.isSilent || session.destroyed) return
    state.isSilent = false
    session.setTimeout(this.#limits.idle)
  }
}
