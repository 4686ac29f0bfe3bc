import type { Server as HttpServer } from 'node:http'
import { createServer, type Server } from 'node:https'
import { type Listener, track } from '#git/git-session.ts'
import { tlsListenerPolicy } from '#kit/crypto/tls-policy.ts'
import type { Identity } from '#kit/crypto/x509.ts'
import { createServer as createHttpServer } from '#kit/net/http.ts'
import { answer, countWrongAttempts } from './https-conversation.ts'

const headTimeout = 20_000
const requestTimeout = 3_600_000
const idleTimeout = 600_000

/** HTTPS server for git clients, on connections passed to it. */
export function httpsListener(listener: Listener, identity: Identity): Server {
  const attempts = countWrongAttempts()
  const server = createServer(
    { ...tlsListenerPolicy, cert: identity.certificate, key: identity.key },
    (request, response) => {
      void track(listener, answer({ listener, attempts, request, response }))
    },
  )
  server.headersTimeout = headTimeout
  server.requestTimeout = requestTimeout
  server.timeout = idleTimeout
  server.on('tlsClientError', (_, socket) => socket.destroy())
  return server
}

/** Tells clients without TLS to use https. */
export function httpListener(): HttpServer {
  const server = createHttpServer((_, response) => {
    response.writeHead(400, { 'Content-Type': 'text/plain; charset=utf-8', Connection: 'close' })
    response.end('Git is served over HTTPS here: use the same address with https://\n')
  })
  server.headersTimeout = headTimeout
  server.requestTimeout = headTimeout
  return server
}
