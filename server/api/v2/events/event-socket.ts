import type { IncomingMessage } from 'node:http'
import { TLSSocket } from 'node:tls'
import type { RawData, WebSocket } from 'ws'
import { authenticateCounted, countCall } from '#api/auth/authenticate.ts'
import type { Listener } from '#api/http/listener.ts'
import { readContext } from '#api/http/request-context.ts'
import { logBug } from '#api/log-bug.ts'
import { plainAddress } from '#kit/net/plain-address.ts'
import { object, oneOf, read, string } from '#kit/schema.ts'
import { followEvents } from '#platform/events/follow-events.ts'
import type { Caller } from '#platform/model/identity/access/caller.ts'
import { Refusal } from '#platform/model/refusal.ts'

/** What clients sign, whatever the path of the socket. */
const signedPath = '/v2/events/'

/** In milliseconds. */
export interface SocketTimeouts {
  /** For the first message. */
  authentication: number
  /** Between two pings; a pong must come before the next. */
  heartbeat: number
  /** For one message to be taken by a slow reader. */
  write: number
}

export interface SocketOptions {
  listener: Listener
  request: IncomingMessage
  timeouts: SocketTimeouts
  onAuthenticated(): void
}

/** Messages of a client between two pings; it has nothing to say but pong. */
const maxMessages = 20

const authMessage = object({ message_type: oneOf('oauth'), authorization: string })

/** Speaks the protocol of the public event socket: authorization, heartbeats, events. */
export async function serveEventSocket(socket: WebSocket, options: SocketOptions): Promise<void> {
  const { listener, timeouts, onAuthenticated } = options
  const gone = new AbortController()
  socket.on('close', () => gone.abort())
  // The library closes the socket after an error.
  socket.on('error', () => {})
  try {
    const caller = await authenticate(socket, options, gone.signal)
    onAuthenticated()
    using _slots = listener.platform.streamLimits.take({
      reader: caller.userId,
      source: `event-socket ${caller.userId}`,
    })
    using heart = new DisposableStack()
    const onReady = () => void heart.use(keepHeartbeat(socket, timeouts.heartbeat))
    await sendEvents(socket, caller, { ...options, onReady }, gone.signal)
    throw new Refusal('unauthenticated', 'Your login has expired or was revoked. Log in again.')
  } catch (error) {
    if (!gone.signal.aborted) refuse(socket, error, listener)
  }
}

/** By the first message; on the bridge, which no browser signs for, a header of the request does as well. */
async function authenticate(
  socket: WebSocket,
  { listener, request, timeouts }: SocketOptions,
  gone: AbortSignal,
): Promise<Caller> {
  const { host = '', authorization: inHeader } = request.headers
  const authorization = inHeader ?? (await firstMessage(socket, timeouts.authentication, gone))
  const peer = plainAddress(request.socket.remoteAddress ?? '')
  const forwarded = request.headers['x-forwarded-for']
  const context = readContext(
    new Request(`http://localhost${signedPath}`, {
      headers: headersOf({ host, authorization, 'x-forwarded-for': forwarded }),
    }),
    { target: signedPath, peer, isTls: request.socket instanceof TLSSocket },
    { origin: listener.addresses()[listener.name], trustedProxies: listener.trustedProxies },
  )
  const caller = await authenticateCounted(listener, context)
  countCall(listener.platform, {}, caller, context.from)
  return caller
}

/** Client text that is no header value is refused like a wrong one. */
function headersOf(values: Record<string, string | string[] | undefined>): Headers {
  const headers = new Headers()
  try {
    for (const [name, value] of Object.entries(values)) {
      if (value !== undefined) headers.set(name, String(value))
    }
  } catch {
    throw new Refusal('unauthenticated', 'The authorization is not a header value.')
  }
  return headers
}

async function firstMessage(
  socket: WebSocket,
  timeout: number,
  gone: AbortSignal,
): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const late = new Refusal('unauthenticated', 'The first message must be the authorization.')
  const timer = setTimeout(() => reject(late), timeout)
  const leave = () => reject(gone.reason)
  gone.addEventListener('abort', leave, { once: true })
  socket.once('message', (data) => {
    const { value } = read(authMessage, parse(data))
    if (value) resolve(value.authorization)
    else reject(late)
  })
  return promise.finally(() => {
    clearTimeout(timer)
    gone.removeEventListener('abort', leave)
  })
}

function parse(data: RawData): unknown {
  try {
    return JSON.parse(String(data))
  } catch {
    return undefined
  }
}

const pong = object({ type: oneOf('heartbeat'), heartbeat_msg: oneOf('pong') })

/** Pings, at once and then regularly; a client that does not answer before the next ping, or says too much, is cut off. */
function keepHeartbeat(socket: WebSocket, delay: number): Disposable {
  let isAnswered = true
  let messages = 0
  const ping = { type: 'heartbeat', heartbeat_msg: 'ping', heartbeat_delay_ms: delay }
  const beat = () => {
    if (!isAnswered) return socket.terminate()
    isAnswered = false
    messages = 0
    socket.send(JSON.stringify(ping), () => {})
  }
  const onMessage = (data: RawData) => {
    messages += 1
    if (messages > maxMessages) return socket.close(1008, 'Too many messages.')
    if (read(pong, parse(data)).value) isAnswered = true
  }
  socket.on('message', onMessage)
  beat()
  const timer = setInterval(beat, delay)
  return {
    [Symbol.dispose]() {
      clearInterval(timer)
      socket.off('message', onMessage)
    },
  }
}

/** One message is under way at a time, so that a slow reader holds no more than that in memory. */
async function sendEvents(
  socket: WebSocket,
  caller: Caller,
  { listener, timeouts, onReady }: SocketOptions & { onReady(): void },
  gone: AbortSignal,
): Promise<void> {
  let isReady = false
  for await (const item of followEvents(listener.platform, caller, { scope: 'all' }, gone)) {
    if (item.kind === 'event') {
      const { name, date, data } = item.event
      await send(socket, { event: name, date, data: JSON.stringify(data) }, timeouts.write)
    } else if (item.kind !== 'progress' && !isReady) {
      isReady = true
      await send(socket, { message_type: 'socket_ready' }, timeouts.write)
      onReady()
    }
  }
}

function send(socket: WebSocket, message: unknown, timeout: number): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const timer = setTimeout(() => socket.terminate(), timeout)
  socket.send(JSON.stringify(message), (error) => (error ? reject(error) : resolve()))
  return promise.finally(() => clearTimeout(timer))
}

/** Clients take the error 2001 for the end of their login and do not reconnect. */
function refuse(socket: WebSocket, error: unknown, { log }: Listener): void {
  if (!(error instanceof Refusal)) {
    logBug(log, error)
    socket.close(1011, 'Internal error.')
    return
  }
  const isLogin = error.kind === 'unauthenticated'
  const message = { type: 'error', id: isLogin ? 2001 : 429, message: error.message }
  socket.send(JSON.stringify(message), () => {})
  socket.close(isLogin ? 1008 : 1013)
}
