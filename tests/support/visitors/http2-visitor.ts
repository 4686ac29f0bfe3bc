import { once } from 'node:events'
import {
  type ClientHttp2Session,
  type ClientHttp2Stream,
  connect,
  type IncomingHttpHeaders,
  type OutgoingHttpHeaders,
} from 'node:http2'
import { withTimeout } from '#kit/concurrency/timeout.ts'

const timeout = 300_000

export interface Http2Answer {
  status: number
  headers: IncomingHttpHeaders
  trailers: IncomingHttpHeaders
  body: Buffer
}

export interface Http2VisitOptions {
  headers?: OutgoingHttpHeaders
  body?: Buffer | string
}

/** Opens an HTTP/2 connection to a port of this machine for requests to a host. */
export async function connectHttp2(
  port: number,
  ca: string,
  host = 'app.test',
): Promise<ClientHttp2Session> {
  const session = connect(`https://${host}:${port}`, {
    ca,
    host: '127.0.0.1',
    servername: host,
    // Bodies that a test sends wait in the memory of its own connection.
    maxSessionMemory: 1000,
  })
  session.on('error', () => {})
  await withTimeout(once(session, 'connect'), timeout, 'an HTTP/2 connection')
  return session
}

/** Sends a request and reads the whole response; rejects when the stream ends without one. */
export async function visitHttp2(
  session: ClientHttp2Session,
  { headers = {}, body }: Http2VisitOptions = {},
): Promise<Http2Answer> {
  const method = headers[':method'] ?? (body === undefined ? 'GET' : 'POST')
  const stream = session.request(
    { ':path': '/', ':authority': 'app.test', ...headers, ':method': method },
    { endStream: body === undefined },
  )
  if (body !== undefined) stream.end(body)
  return withTimeout(answerOf(stream), timeout, 'an HTTP/2 response')
}

async function answerOf(stream: ClientHttp2Stream): Promise<Http2Answer> {
  let trailers: IncomingHttpHeaders = {}
  const chunks: Buffer[] = []
  stream.on('trailers', (received) => {
    trailers = received
  })
  const headers = new Promise<IncomingHttpHeaders>((resolve, reject) => {
    stream.on('response', resolve).on('error', reject)
    stream.on('close', () => reject(new Error('the stream ended without a response')))
  })
  stream.on('data', (chunk: Buffer) => chunks.push(chunk))
  let isAtEnd = false
  stream.on('end', () => {
    isAtEnd = true
  })
  // A stream that is reset as cancelled ends too, without an error.
  const ended = new Promise<void>((resolve, reject) => {
    stream.on('error', reject).on('close', () => {
      if (isAtEnd && stream.rstCode === 0) resolve()
      else reject(new Error('the stream was cut'))
    })
  })
  const [received] = await Promise.all([headers, ended])
  return {
    status: Number(received[':status']),
    headers: received,
    trailers,
    body: Buffer.concat(chunks),
  }
}
