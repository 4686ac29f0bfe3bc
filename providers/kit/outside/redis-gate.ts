import { once } from 'node:events'
import type { Socket } from 'node:net'
import { createSecureContext, TLSSocket } from 'node:tls'
import { tlsContextPolicy } from '#kit/crypto/tls-policy.ts'
import type { Identity } from '#kit/crypto/x509.ts'
import type { Gate } from './gate.ts'
import { joinSockets } from './join-sockets.ts'
import { readExactly } from './read-exactly.ts'

const tlsHandshake = 0x16

/**
 * Terminates TLS here, because Redis would need a different port for it than the one in the URI; applications may do
 * without. The server has no login timeout, so a connection is admitted with the first reply that requires a login.
 */
export function redisGate({ certificate, key }: Identity): Gate {
  const secureContext = createSecureContext({ ...tlsContextPolicy, cert: certificate, key })
  const secured = async (client: Socket): Promise<Socket> => {
    const secure = new TLSSocket(client, { isServer: true, secureContext })
    secure.on('error', () => client.destroy())
    await once(secure, 'secure')
    return secure
  }
  return async ({ client, connect, admit, isApplication }) => {
    const first = await readExactly(client, 1)
    const isTls = first[0] === tlsHandshake
    if (!isTls && !isApplication) {
      client.end('-ERR connections from outside need TLS: use rediss:// or --tls\r\n')
      return
    }
    client.unshift(first)
    const socket = isTls ? await secured(client) : client
    const server = await connect()
    let isNext = true
    server.on('data', (replies: Buffer) => {
      // A fragment of an error reply proves nothing: the client controls how many there are.
      if (isNext && isAfterLogin(replies)) admit()
      isNext = replies.toString('latin1', replies.length - 2) === '\r\n'
    })
    joinSockets(socket, server)
  }
}

/** Before a login every command except `RESET` is answered with an error. */
const isAfterLogin = (reply: Buffer) => !/^(-|\+RESET)/.test(reply.toString('latin1', 0, 6))
