import type { Server as HttpServer } from 'node:http'
import { createServer, type Server } from 'node:https'
import { type Listener, track } from '#git/git-session.ts'
import { tlsListenerPolicy } from '#kit/crypto/tls-policy.ts'
import type { Identity } from '#kit/crypto/x509.ts'
import { createServer as createHttpServer } from '#kit/net/http.ts'
import { type HttpGuard, strangerTimeouts } from '#kit/net/limits/http-guard.ts'
import { Refusal } from '#platform/model/refusal.ts'
import { refuse } from './git-http.ts'
import { answer } from './https-conversation.ts'

const requestTimeout = 3_600_000
const idleTimeout = 600_000

/** HTTPS server for git clients, on connections passed to it. */
export function httpsListener(listener: Listener, identity: Identity, guard: HttpGuard): Server {
  const { certificate: cert, key } = identity
  const server = createServer(
    { ...tlsListenerPolicy, ...strangerTimeouts, requestTimeout, cert, key },
    (request, response) => {
      const visit = guard.admit(request, response)
      if (!visit) return refuse(response, crowded(), crowded().message)
      visit.limitBody()
      void track(listener, answer({ listener, visit, request, response }))
    },
  )
  server.timeout = idleTimeout
  server.on('tlsClientError', (_, socket) => socket.destroy())
  return server
}

/** Tells clients without TLS to use https. */
export function httpListener(): HttpServer {
  const requestTimeout = strangerTimeouts.headersTimeout
  return createHttpServer({ ...strangerTimeouts, requestTimeout }, (_, response) => {
    response.writeHead(400, { 'Content-Type': 'text/plain; charset=utf-8', Connection: 'close' })
    response.end('Git is served over HTTPS here: use the same address with https://\n')
  })
}

const crowded = () =>
  new Refusal('limited', 'Too many requests from this address are in progress: try again soon')
