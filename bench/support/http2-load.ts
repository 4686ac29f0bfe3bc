import { once } from 'node:events'
import { type ClientHttp2Session, connect } from 'node:http2'
import { withTimeout } from '#kit/concurrency/timeout.ts'

const timeout = 30_000
const sessions = 4
const streamsPerSession = 8

export interface Http2Load {
  port: number
  host: string
  /** Certificate authority of the server. */
  ca: string
  path: string
  requests: number
}

/** Sends requests over some HTTP/2 connections, several at a time on each; throws unless every status is 200. */
export async function sendHttp2Load({ port, host, ca, path, requests }: Http2Load): Promise<void> {
  let left = requests
  const work = async () => {
    const session = connect(`https://${host}:${port}`, { ca, host: '127.0.0.1', servername: host })
    session.on('error', () => {})
    try {
      await withTimeout(once(session, 'connect'), timeout, 'an HTTP/2 connection')
      const ask = async () => {
        while (left-- > 0) await get(session, path)
      }
      const asking = Promise.all(Array.from({ length: streamsPerSession }, ask))
      await withTimeout(asking, timeout, 'the responses over HTTP/2')
    } finally {
      session.destroy()
    }
  }
  await Promise.all(Array.from({ length: sessions }, work))
}

function get(session: ClientHttp2Session, path: string): Promise<void> {
  const stream = session.request({ ':path': path, 'user-agent': 'bench', accept: '*/*' })
  return new Promise((resolve, reject) => {
    let status = 0
    stream.on('response', (headers) => {
      status = headers[':status'] ?? 0
    })
    stream.on('end', () => (status === 200 ? resolve() : reject(new Error(`status ${status}`))))
    stream.on('error', reject).on('close', () => reject(new Error('the stream was cut')))
    stream.resume()
  })
}
