import type { Gate } from './gate.ts'
import { joinSockets } from './join-sockets.ts'
import { readExactly } from './read-exactly.ts'

const headerLength = 8
/** Request codes of untyped packets at the start; a startup packet has a version there. */
const codes = { cancel: 80_877_102, tls: 80_877_103, gss: 80_877_104 }
const maxHeaders = 3

/**
 * Admits clients that request TLS, which the server then requires itself, and applications. A cancel request has its own
 * connection, which libpq up to version 16 never encrypts; it contains no password.
 */
export const postgresqlGate: Gate = async ({ client, connect, admit, isApplication }) => {
  for (let headers = 0; headers < maxHeaders; headers += 1) {
    const header = await readExactly(client, headerLength)
    const code = header.readUInt32BE(4)
    if (code === codes.gss) {
      client.write('N')
      continue
    }
    if (code !== codes.tls && code !== codes.cancel && !isApplication) break
    const server = await connect()
    server.write(header)
    admit()
    joinSockets(client, server)
    return
  }
  client.end(refusal('connections from outside need TLS: use sslmode=require'))
}

/** An `ErrorResponse`. */
function refusal(message: string): Buffer {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C28000\0M${message}\0\0`)
  const head = Buffer.from('E\0\0\0\0')
  head.writeUInt32BE(fields.length + 4, 1)
  return Buffer.concat([head, fields])
}
