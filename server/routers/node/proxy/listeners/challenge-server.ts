import { Server, type Socket } from 'node:net'
import { tlsContextPolicy, tlsListenerPolicy } from '#kit/crypto/tls-policy.ts'
import type { Challenges } from './challenges.ts'
import { maxHelloBytes, parseClientHello } from './client-hello.ts'

const protocol = 'acme-tls/1'
const helloTimeout = 10_000

/** A server that can end its connections gently, as far as it has them. */
type VisitorServer = Server & { closeIdleConnections?(): void; drainConnections?(): void }

/**
 * A server that passes connections on to that of visitors, and those of an ACME server with a TLS-ALPN-01 challenge
 * (RFC 8737) to one that shows the challenge's certificate. Node chooses the certificate before the protocol, so the
 * ClientHello is read here, but only while a challenge is pending.
 */
export function answeringChallenges(challenges: Challenges, visitors: VisitorServer): Server {
  const front: VisitorServer = new Server()
  let verifiers: Server | undefined
  front.on('listening', () => visitors.emit('listening'))
  front.on('close', () => verifiers?.close())
  front.closeIdleConnections = () => visitors.closeIdleConnections?.()
  front.drainConnections = () => visitors.drainConnections?.()
  front.close = (done) => {
    visitors.close(done)
    verifiers?.close()
    return front
  }
  front.on('connection', (socket: Socket) => {
    if (!challenges.isTlsPending) return void visitors.emit('connection', socket)
    peek(socket, (bytes) => {
      const hello = parseClientHello(bytes)
      if (hello === 'incomplete' && bytes.length < maxHelloBytes) return undefined
      const isChallenge =
        typeof hello === 'object' &&
        hello.protocols.length === 1 &&
        hello.protocols[0] === protocol &&
        challenges.identityOf(hello.serverName ?? '') !== undefined
      if (!isChallenge) return visitors
      verifiers ??= openVerifiers(challenges)
      return verifiers
    })
  })
  return front
}

/** Reads until `choose` names a server, then gives the connection to it with all its bytes. */
function peek(socket: Socket, choose: (bytes: Buffer) => Server | undefined) {
  let seen: Buffer = Buffer.alloc(0)
  const late = setTimeout(() => socket.destroy(), helloTimeout)
  const ignore = () => {}
  const leave = () => socket.destroy()
  const look = (chunk: Buffer) => {
    seen = seen.length === 0 ? chunk : Buffer.concat([seen, chunk])
    const server = choose(seen)
    if (!server) return
    stop()
    socket.pause()
    socket.unshift(seen)
    server.emit('connection', socket)
  }
  const stop = () => {
    clearTimeout(late)
    socket.off('data', look).off('error', ignore).off('end', leave).off('close', stop)
  }
  socket.on('data', look).on('error', ignore).on('end', leave).on('close', stop)
  socket.resume()
}

/** The handshake is all that an ACME server wants; the connection is closed after it. */
function openVerifiers(challenges: Challenges): Server {
  const { createSecureContext, createServer } = process.getBuiltinModule('node:tls')
  const server = createServer(
    {
      ...tlsListenerPolicy,
      ALPNProtocols: [protocol],
      SNICallback(name, done) {
        const identity = challenges.identityOf(name.toLowerCase())
        if (!identity) return done(new Error('there is no such challenge'))
        const { certificate, key } = identity
        return done(null, createSecureContext({ ...tlsContextPolicy, cert: certificate, key }))
      },
    },
    // A peer that does not close its side must not hold the connection.
    (socket) => socket.destroySoon(),
  )
  return server.on('tlsClientError', () => {})
}
