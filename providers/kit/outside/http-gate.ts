import { once } from 'node:events'
import type { Socket } from 'node:net'
import { createSecureContext, TLSSocket } from 'node:tls'
import { tlsContextPolicy } from '#kit/crypto/tls-policy.ts'
import type { Identity } from '#kit/crypto/x509.ts'
import type { Gate } from './gate.ts'
import { joinSockets } from './join-sockets.ts'
import { readExactly } from './read-exactly.ts'

const tlsHandshake = 0x16
const sentence = 'This store is reached from outside by https:// only.'
const refusal = [
  'HTTP/1.1 403 Forbidden',
  'content-type: text/plain',
  `content-length: ${sentence.length + 1}`,
  'connection: close',
  '',
  `${sentence}\n`,
].join('\r\n')

/** Terminates TLS for a server of HTTP, which reads who asks from each request; applications may do without. */
export function httpGate({ certificate, key }: Identity): Gate {
  const secureContext = createSecureContext({ ...tlsContextPolicy, cert: certificate, key })
  return async ({ client, connect, admit, isApplication }) => {
    const first = await readExactly(client, 1)
    const isTls = first[0] === tlsHandshake
    if (!isTls && !isApplication) {
      client.end(refusal)
      return
    }
    client.unshift(first)
    const socket = isTls ? await secured(client, secureContext) : client
    const server = await connect()
    admit()
    joinSockets(socket, server)
  }
}

async function secured(
  client: Socket,
  secureContext: ReturnType<typeof createSecureContext>,
): Promise<Socket> {
  const secure = new TLSSocket(client, { isServer: true, secureContext })
  secure.on('error', () => client.destroy())
  await once(secure, 'secure')
  return secure
}
