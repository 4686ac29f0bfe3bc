import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { TLSSocket } from 'node:tls'
import type { WebSocket, WebSocketServer } from 'ws'
import type { Listener } from '#api/http/listener.ts'
import { isExposed, pathOf } from '#api/http/request-context.ts'
import { logBug } from '#api/log-bug.ts'
import { createConnectionLimit } from '#kit/concurrency/connection-limit.ts'
import { addressNetwork } from '#kit/net/address-network.ts'
import { AddressPlaces } from '#kit/net/limits/address-places.ts'
import type { HttpGuard } from '#kit/net/limits/http-guard.ts'
import { plainAddress } from '#kit/net/plain-address.ts'
import { type SocketTimeouts, serveEventSocket } from './event-socket.ts'

const socketPath = '/v2/events/event-socket'

/** Clients send their authorization, of at most 8 KiB, and pongs. */
const maxPayload = 16 * 1024
/** Sockets that have not authenticated yet, in all and per address; beyond that the oldest give way to new ones. */
const maxUnknown = 200
const maxUnknownPerAddress = 20
/** Time between the closing frame and the end of the connection. */
const closeGrace = 500

const usualTimeouts: SocketTimeouts = {
  authentication: 10_000,
  heartbeat: 10_000,
  write: 30_000,
}

/** The WebSocket of a listener. */
export interface EventSockets {
  /** Whether a request to upgrade is for us; others are answered as if they had not asked. */
  isWanted(request: IncomingMessage): boolean
  onUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void
  /** Tells clients to reconnect, to the next server. */
  end(): void
}

export function createEventSockets(
  listener: Listener,
  guard: HttpGuard,
  timeouts: SocketTimeouts = usualTimeouts,
): EventSockets {
  const unknown = new AddressPlaces({
    total: createConnectionLimit(maxUnknown),
    maxPerAddress: maxUnknownPerAddress,
  })
  const open = new Set<WebSocket>()
  let server: WebSocketServer | undefined

  const accept = async (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // Loaded when it is first needed: most processes never have a socket.
    const { WebSocketServer } = await import('ws')
    server ??= new WebSocketServer({ noServer: true, maxPayload, perMessageDeflate: false })
    const visit = guard.admit(request, socket)
    const place = visit && unknown.take(addressNetwork(visit.source), () => socket.destroy())
    if (!place) return refuse(socket, 503)
    socket.once('close', () => place.leave())
    const refusal = objectionTo(listener, request)
    if (refusal !== undefined) return refuse(socket, refusal)
    server.handleUpgrade(request, socket, head, (accepted) => {
      open.add(accepted)
      accepted.once('close', () => open.delete(accepted))
      void serveEventSocket(accepted, {
        listener,
        request,
        timeouts,
        onAuthenticated() {
          place.leave()
          visit.authenticated()
        },
      })
    })
  }

  return {
    isWanted: ({ url = '', headers }) =>
      pathOf(url) === socketPath && headers.upgrade?.toLowerCase() === 'websocket',
    onUpgrade(request, socket, head) {
      socket.on('error', () => socket.destroy())
      accept(request, socket, head).catch((error: unknown) => {
        logBug(listener.log, error)
        socket.destroy()
      })
    },
    end() {
      for (const socket of open) {
        socket.close(1001, 'The server restarts.')
        setTimeout(() => socket.terminate(), closeGrace).unref()
      }
    },
  }
}

const addressOf = ({ socket }: IncomingMessage) => plainAddress(socket.remoteAddress ?? '')

/** Status of a refusal before the upgrade. Pages of other sites have no business here. */
function objectionTo(
  { addresses, name, trustedProxies }: Listener,
  request: IncomingMessage,
): number | undefined {
  const { api, bridge, console } = addresses()
  const isTls = request.socket instanceof TLSSocket
  const origin = addresses()[name]
  if (isExposed({ isTls, peer: addressOf(request) }, origin, trustedProxies)) return 400
  const from = request.headers.origin
  const own = [api, bridge, console]
    .filter((text) => URL.canParse(text))
    .map((text) => new URL(text).origin)
  return from === undefined || own.includes(from) ? undefined : 403
}

const reasons: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  403: 'Forbidden',
  503: 'Service Unavailable',
}

function refuse(socket: Duplex, status: number): void {
  const head = `HTTP/1.1 ${status} ${reasons[status]}`
  // A client that does not close its side must not keep the connection.
  socket.end(`${head}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`, () => socket.destroy())
}
