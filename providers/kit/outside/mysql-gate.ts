import type { Gate } from './gate.ts'
import { joinSockets } from './join-sockets.ts'
import { readExactly } from './read-exactly.ts'

/** Three bytes of length, the sequence number, and the client's capabilities. */
const headerLength = 8
const clientSsl = 0x800
/** An SSLRequest is the beginning of a login: capabilities, packet size and character set, without a user. */
const requestLength = 32

/**
 * The server sends first. Admits clients that answer with an SSLRequest, which the server then requires itself, and
 * applications; another login without TLS gets an error in place of the server's response.
 */
export const mysqlGate: Gate = async ({ client, connect, admit, isApplication }) => {
  const server = await connect()
  server.pipe(client, { end: false })
  const header = await readExactly(client, headerLength)
  const isRequest = header.readUIntLE(0, 3) === requestLength
  const wantsTls = isRequest && (header.readUInt32LE(4) & clientSsl) !== 0
  if (wantsTls || isApplication) {
    server.unpipe(client)
    server.write(header)
    admit()
    joinSockets(client, server)
    return
  }
  server.unpipe(client)
  server.destroy()
  const sequence = (header[3] ?? 0) + 1
  client.end(refusal('Connections from outside need TLS: use --ssl', sequence))
}

const secureTransportRequired = 3159

/** An `ERR_Packet`. */
function refusal(message: string, sequence: number): Buffer {
  const payload = Buffer.concat([
    Buffer.of(0xff, secureTransportRequired & 0xff, secureTransportRequired >> 8),
    Buffer.from(`#HY000${message}`),
  ])
  const head = Buffer.alloc(4)
  head.writeUIntLE(payload.length, 0, 3)
  head[3] = sequence
  return Buffer.concat([head, payload])
}
