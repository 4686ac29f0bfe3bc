import { once } from 'node:events'
import { type ClientHttp2Session, connect, constants } from 'node:http2'
import { connect as connectTls } from 'node:tls'
import { withTimeout } from '#kit/concurrency/timeout.ts'

export interface Http2Target {
  port: number
  host: string
  ca: string
}

const timeout = 20_000
const requestsPerSession = 20
const concurrent = 5

/** Whether the listener chooses `h2` by ALPN. */
export async function offersHttp2({ port, host, ca }: Http2Target): Promise<boolean> {
  const ALPNProtocols = ['h2', 'http/1.1']
  const socket = connectTls({ port, host: '127.0.0.1', servername: host, ca, ALPNProtocols })
  try {
    await withTimeout(once(socket, 'secureConnect'), timeout, 'a TLS connection')
    return socket.alpnProtocol === 'h2'
  } finally {
    socket.destroy()
  }
}

/** Requests on one session, some of them at the same time; throws unless all are answered with this body. */
export async function visitByHttp2(target: Http2Target, expected: string): Promise<void> {
  const { port, host, ca } = target
  const session = connect(`https://${host}:${port}`, {
    ca,
    servername: host,
    lookup: (_name, _options, answer) => answer(null, [{ address: '127.0.0.1', family: 4 }], 4),
  })
  session.on('error', () => {})
  try {
    await withTimeout(once(session, 'connect'), timeout, 'an HTTP/2 session')
    for (let sent = 0; sent < requestsPerSession && !isEnding(session); sent += concurrent)
      await Promise.all(Array.from({ length: concurrent }, () => ask(session, expected)))
  } finally {
    session.close()
  }
}

/** After GOAWAY, further requests belong on another session. */
const isEnding = (session: ClientHttp2Session) => session.closed || session.destroyed

async function ask(session: ClientHttp2Session, expected: string): Promise<void> {
  if (isEnding(session)) return
  const stream = session.request({ ':path': '/' })
  const answered = new Promise<void>((resolve, reject) => {
    let [status, body] = [0, '']
    stream.on('response', (headers) => {
      status = headers[':status'] ?? 0
    })
    stream.setEncoding('utf8').on('data', (part) => {
      body += part
    })
    stream.on('end', () => {
      if (status === 200 && body === expected) resolve()
      else reject(new Error(`${status} ${body.slice(0, 80)}`))
    })
    stream.on('error', reject)
    stream.on('close', () => reject(new Error(`cut with code ${stream.rstCode}, status ${status}`)))
  })
  try {
    await withTimeout(answered, timeout, 'an answer')
  } catch (error) {
    // A refused stream was not processed (RFC 9113, 8.7): clients send it again on another session.
    if (stream.rstCode !== constants.NGHTTP2_REFUSED_STREAM) throw error
  }
}
