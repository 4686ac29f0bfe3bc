import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'

const answerFlags = 0x8400
const addressType = 1

/** A DNS server on loopback. */
export interface DnsServer extends AsyncDisposable {
  /** Host and port. */
  readonly address: string
}

/** A DNS server that has the address 127.0.0.1 for every name, and nothing else; over UDP and TCP. */
export async function startDnsServer(): Promise<DnsServer> {
  const listener = createServer(answerQueries).listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const { port } = listener.address() as AddressInfo
  const socket = createSocket('udp4')
  socket.on('message', (query, from) => socket.send(answerTo(query), from.port, from.address))
  socket.bind(port, '127.0.0.1')
  await once(socket, 'listening')
  return {
    address: `127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      const closed = Promise.all([once(socket, 'close'), once(listener, 'close')])
      socket.close()
      listener.close()
      await closed
    },
  }
}

/** Over TCP, each message has its length before it. */
function answerQueries(connection: Socket) {
  let seen: Buffer = Buffer.alloc(0)
  connection.on('error', () => {})
  connection.on('data', (chunk) => {
    seen = Buffer.concat([seen, chunk])
    while (seen.length >= 2 && seen.length >= 2 + seen.readUInt16BE(0)) {
      const end = 2 + seen.readUInt16BE(0)
      const answer = answerTo(seen.subarray(2, end))
      seen = seen.subarray(end)
      const length = Buffer.alloc(2)
      length.writeUInt16BE(answer.length)
      connection.write(Buffer.concat([length, answer]))
    }
  })
}

/** The query's question with one answer (RFC 1035, 4.1), or with none for other types of records. */
function answerTo(query: Buffer): Buffer {
  const end = endOfQuestion(query)
  const isAddress = query.readUInt16BE(end - 4) === addressType
  const header = Buffer.alloc(12)
  header.writeUInt16BE(query.readUInt16BE(0), 0)
  header.writeUInt16BE(answerFlags | (query.readUInt16BE(2) & 0x0100), 2)
  header.writeUInt16BE(1, 4)
  header.writeUInt16BE(isAddress ? 1 : 0, 6)
  const record = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, 127, 0, 0, 1])
  const parts = [header, query.subarray(12, end)]
  return Buffer.concat(isAddress ? [...parts, record] : parts)
}

function endOfQuestion(query: Buffer): number {
  let at = 12
  while ((query[at] ?? 0) > 0) at += (query[at] ?? 0) + 1
  return at + 5
}
