import type { ClientRequest, IncomingMessage, ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { request as send } from '#kit/net/http.ts'
import type { Address } from '#platform/model/hosting/deployments/engine.ts'

const connectTimeout = 3000

/**
 * Headers of one connection; the activator frames bodies itself, without trailers, and has answered an expectation.
 * A `Trailer` beside a length would make Node throw where nothing catches it.
 */
const hopByHop = new Set([
  ...['connection', 'keep-alive', 'proxy-connection', 'transfer-encoding', 'trailer', 'te'],
  ...['upgrade', 'expect'],
])

/** Passes a request on, and its answer back; `false` when the address cannot be connected to. */
export async function forward(
  request: IncomingMessage,
  response: ServerResponse,
  address: Address,
  signal: AbortSignal,
): Promise<boolean> {
  const socket = await connectTo(address, signal)
  if (!socket) return false
  const isChunked = request.headers['transfer-encoding'] !== undefined
  const headers = [
    ...endToEnd(request.rawHeaders),
    ...(isChunked ? ['Transfer-Encoding', 'chunked'] : []),
    ...['Connection', 'close'],
  ]
  const sent = sendOver(socket, request, headers)
  response.on('close', () => sent.destroy())
  request.on('error', () => sent.destroy())
  sent.on('error', () => {
    // The router says of a connection without an answer what it says of one to an instance.
    if (!response.writableEnded) response.destroy()
  })
  // Another protocol, which nobody has asked for.
  sent.on('upgrade', () => response.destroy())
  sent.on('response', (answer) => {
    answer.on('error', () => response.destroy())
    if (writeHead(response, answer)) answer.pipe(response)
    else response.destroy()
  })
  request.pipe(sent)
  return true
}

/** Begins the request on a connection that is there. */
function sendOver(
  socket: Socket,
  { method, url: path }: IncomingMessage,
  headers: readonly string[],
): ClientRequest {
  try {
    // Without an agent, of which each would connect itself.
    return send({ method, path, headers, setHost: false, createConnection: () => socket })
  } catch (error) {
    socket.destroy()
    throw error
  }
}

/** `false` for an answer that Node reads but does not write, such as one with status 099: an instance may send anything. */
function writeHead(response: ServerResponse, answer: IncomingMessage): boolean {
  // A connection serves one request: the next one goes to the instance itself.
  const head = [...endToEnd(answer.rawHeaders), 'Connection', 'close']
  try {
    response.writeHead(answer.statusCode ?? 502, answer.statusMessage, head)
    return true
  } catch {
    return false
  }
}

/** The same for a request to upgrade, such as a WebSocket: from then on bytes go both ways as they are. */
export async function forwardUpgrade(
  { method, url, rawHeaders }: IncomingMessage,
  { socket, head }: { socket: Duplex; head: Buffer },
  address: Address,
  signal: AbortSignal,
): Promise<boolean> {
  const upstream = await connectTo(address, signal)
  if (!upstream) return false
  const lines = [`${method} ${url} HTTP/1.1`]
  for (let at = 0; at < rawHeaders.length; at += 2) {
    lines.push(`${rawHeaders[at]}: ${rawHeaders[at + 1]}`)
  }
  // Header values came as latin1, and go as they came.
  upstream.write(`${lines.join('\r\n')}\r\n\r\n`, 'latin1')
  upstream.write(head)
  for (const [one, other] of [
    [socket, upstream],
    [upstream, socket],
  ] as const) {
    one.on('error', () => other.destroy()).on('close', () => other.destroy())
    one.pipe(other)
  }
  return true
}

function endToEnd(raw: readonly string[]): string[] {
  const kept: string[] = []
  for (let at = 0; at < raw.length; at += 2) {
    const [name = '', value = ''] = raw.slice(at, at + 2)
    if (!hopByHop.has(name.toLowerCase())) kept.push(name, value)
  }
  return kept
}

/** `undefined` when the address does not accept. */
function connectTo({ host, port }: Address, signal: AbortSignal): Promise<Socket | undefined> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, noDelay: true })
    const giveUp = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', giveUp)
      socket.destroy()
      resolve(undefined)
    }
    const timer = setTimeout(giveUp, connectTimeout)
    signal.addEventListener('abort', giveUp, { once: true })
    socket.once('error', giveUp).once('connect', () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', giveUp)
      socket.off('error', giveUp)
      resolve(socket)
    })
  })
}
