import type { Server as HttpServer } from 'node:http'
import type { Server } from 'node:tls'
import { tlsListenerPolicy } from '#kit/crypto/tls-policy.ts'
import { Http2Listener } from '#routers/node/proxy/http2/http2-server.ts'
import type { RouterContext } from '#routers/node/proxy/router-context.ts'
import type { Certificates } from './certificates.ts'

/** Protocols after the TLS handshake, the preferred first. */
const protocols = ['h2', 'http/1.1']

/**
 * Terminates TLS, then passes each connection to HTTP/2 or HTTP/1.1, as the visitor chose by ALPN. WebSockets come
 * over HTTP/1.1, because HTTP/2 would have to offer them explicitly.
 */
export function openTlsFront(
  context: RouterContext,
  certificates: Certificates,
  http1: HttpServer,
): Server {
  const tls = process.getBuiltinModule('node:tls')
  const front = tls.createServer({
    ...tlsListenerPolicy,
    ALPNProtocols: protocols,
    SNICallback: (name, done) => done(null, certificates.contextFor(name.toLowerCase())),
  })
  certificates.showIn(front)
  let http2: Http2Listener | undefined
  // Node's HTTP server starts its timeouts for slow and idle connections at this event.
  http1.emit('listening')
  front.on('secureConnection', (socket) => {
    if (socket.alpnProtocol !== 'h2') return http1.emit('connection', socket)
    http2 ??= new Http2Listener(context)
    http2.accept(socket)
  })
  front.on('tlsClientError', (_error, socket) => socket.destroy())
  return Object.assign(front, {
    closeIdleConnections() {
      http1.closeIdleConnections()
      http2?.closeIdleConnections()
    },
    drainConnections: () => http2?.drainConnections(),
  })
}
