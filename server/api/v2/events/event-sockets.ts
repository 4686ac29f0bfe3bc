import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { WebSocket, WebSocketServer } from 'ws'
import type { Listener } from '#api/http/listener.ts'
import { pathOf } from '#api/http/request-context.ts'
import { logBug } from '#api/log-bug.ts'
import {
  asksForSocket,
  objectionTo,
  refuseUpgrade,
  type UpgradeHandler,
} from '#api/sockets/upgrade.ts'
import { createConnectionLimit } from '#kit/concurrency/connection-limit.ts'
import { addressNetwork } from '#kit/net/address-network.ts'
import { AddressPlaces } from '#kit/net/limits/address-places.ts'
import type { HttpGuard } from '#kit/net/limits/http-guard.ts'
import { Refusal } from '#platform/model/refusal.ts'
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

/** The WebSocket of events of a listener. */
export function createEventSockets(
  listener: Listener,
  guard: HttpGuard,
  timeouts: SocketTimeouts = usualTimeouts,
): UpgradeHandler {
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
    if (!place) return refuseUpgrade(socket, tooMany(), listener)
    socket.once('close', () => place.leave())
    const refusal = objectionTo(listener, request)
    if (refusal) return refuseUpgrade(socket, refusal, listener)
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
    isWanted: (request) => pathOf(request.url ?? '') === socketPath && asksForSocket(request),
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

const tooMany = () =>
  new Refusal('unavailable', 'Too many clients that have not authenticated are connected.')
