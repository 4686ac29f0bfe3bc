import { once } from 'node:events'
import { connect, type TLSSocket } from 'node:tls'
import { withTimeout } from '#kit/concurrency/timeout.ts'

const timeout = 300_000
const kinds = { data: 0, headers: 1, reset: 3, settings: 4 } as const
const endHeaders = 4
const endStream = 1

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

/** Entries of the static table (RFC 7541, appendix A), as indexed fields. */
const methods = { get: 0x82, post: 0x83 } as const
const https = 0x87
const rootPath = 0x84
/** `:authority` with a new value. */
const authority = 0x41

/** The head of a request to https://app.test/. */
function head(stream: number, method: number, flags: number): Buffer {
  const host = Buffer.from('app.test')
  const indexed = Buffer.from([method, https, rootPath, authority, host.length])
  return frame('headers', flags, stream, Buffer.concat([indexed, host]))
}

const get = (stream: number) => head(stream, methods.get, endHeaders | endStream)

const cancel = 8

function reset(stream: number, code: number): Buffer {
  const payload = Buffer.alloc(4)
  payload.writeUInt32BE(code)
  return frame('reset', 0, stream, payload)
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
    post: (stream: number) => void socket.write(head(stream, methods.post, endHeaders)),
    data: (stream: number, text: string) =>
      void socket.write(frame('data', 0, stream, Buffer.from(text))),
    /** The same with an empty body of unknown length, whose end comes in the same packet. */
    postNothing: (stream: number) =>
      void socket.write(
        Buffer.concat([
          head(stream, methods.post, endHeaders),
          frame('data', endStream, stream, Buffer.alloc(0)),
        ]),
      ),
    /** Resets a stream without ending its body. */
    reset: (stream: number, code: number) => void socket.write(reset(stream, code)),
    /** Opens and cancels streams in one write, so that they arrive together however little of the processor each side gets. */
    flood(count: number) {
      const streams = Array.from({ length: count }, (_, index) => 2 * index + 1)
      socket.write(Buffer.concat(streams.flatMap((stream) => [get(stream), reset(stream, cancel)])))
    },
    [Symbol.dispose]: () => void socket.destroy(),
  }
}
