import { once } from 'node:events'
import { connect, type TLSSocket } from 'node:tls'
import { withTimeout } from '#kit/concurrency/timeout.ts'

const timeout = 20_000
const kinds = { data: 0, headers: 1, reset: 3, settings: 4 } as const
const endHeaders = 4

/** A frame of HTTP/2 (RFC 9113, 4.1). */
function frame(kind: keyof typeof kinds, flags: number, stream: number, payload: Buffer): Buffer {
  const head = Buffer.alloc(9)
  head.writeUIntBE(payload.length, 0, 3)
  head.writeUInt8(kinds[kind], 3)
  head.writeUInt8(flags, 4)
  head.writeUInt32BE(stream, 5)
  return Buffer.concat([head, payload])
}

const settings = (pairs: [id: number, value: number][]): Buffer => {
  const payload = Buffer.alloc(6 * pairs.length)
  for (const [at, [id, value]] of pairs.entries()) {
    payload.writeUInt16BE(id, 6 * at)
    payload.writeUInt32BE(value, 6 * at + 2)
  }
  return frame('settings', 0, 0, payload)
}

/** Opens an HTTP/2 connection on which a test writes frames that no client library would. */
export async function connectFrames(port: number, ca: string, initialWindow = 65_535) {
  const options = { host: '127.0.0.1', port, ca, servername: 'app.test', ALPNProtocols: ['h2'] }
  const socket: TLSSocket = connect(options)
  socket.on('error', () => {})
  await withTimeout(once(socket, 'secureConnect'), timeout, 'a TLS connection')
  socket.resume()
  const initialWindowSize = 4
  const preface = 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'
  socket.write(
    Buffer.concat([Buffer.from(preface), settings([[initialWindowSize, initialWindow]])]),
  )
  return {
    socket,
    /** Begins `POST https://app.test/`, with a body to follow. */
    post(stream: number) {
      const indexed = Buffer.from([0x83, 0x87, 0x84, 0x41, 'app.test'.length])
      const fields = Buffer.concat([indexed, Buffer.from('app.test')])
      socket.write(frame('headers', endHeaders, stream, fields))
    },
    data: (stream: number, text: string) =>
      void socket.write(frame('data', 0, stream, Buffer.from(text))),
    /** Resets a stream without ending its body. */
    reset(stream: number, code: number) {
      const payload = Buffer.alloc(4)
      payload.writeUInt32BE(code)
      socket.write(frame('reset', 0, stream, payload))
    },
    [Symbol.dispose]: () => void socket.destroy(),
  }
}
