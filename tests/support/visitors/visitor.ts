import { once } from 'node:events'
import {
  type ClientRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type RequestOptions,
  request,
} from 'node:http'
import { request as secureRequest } from 'node:https'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { withTimeout } from '#kit/concurrency/timeout.ts'

const timeout = 300_000

export interface VisitorAnswer {
  status: number
  headers: IncomingHttpHeaders
  body: string
}

export interface VisitOptions extends Omit<RequestOptions, 'host'> {
  /** Requested host; the connection always goes to loopback. */
  host?: string
  body?: string | Buffer
  /** Trusted certificate authority; makes the request HTTPS. */
  ca?: string
}

/** Starts a request to a port of this machine. */
export function beginVisit(port: number, options: VisitOptions = {}): ClientRequest {
  const { host = 'app.test', headers, ca, body: _, ...rest } = options
  const all = { agent: false, ...rest, port, headers: { host, ...headers } }
  return ca
    ? secureRequest({ ...all, host: '127.0.0.1', servername: host, ca })
    : request({ ...all, host: '127.0.0.1' })
}

/** Sends a request and reads the whole response. */
export async function visit(port: number, options: VisitOptions = {}): Promise<VisitorAnswer> {
  const asking = beginVisit(port, options)
  asking.end(options.body)
  const answered = once(asking, 'response') as Promise<[IncomingMessage]>
  const [response] = await withTimeout(answered, timeout, 'an answer')
  const body = await withTimeout(text(response), timeout, 'the end of an answer')
  return { status: response.statusCode ?? 0, headers: response.headers, body }
}

/** Sends raw bytes and returns everything until the connection is closed, or `enough` matches. */
export async function visitRaw(port: number, bytes: string, enough?: RegExp): Promise<string> {
  const socket = connect({ port, host: '127.0.0.1' })
  socket.setEncoding('latin1').on('error', () => {})
  socket.write(bytes, 'latin1')
  let heard = ''
  const done = new Promise<string>((resolve) => {
    socket.on('data', (part) => {
      heard += part
      if (enough?.test(heard)) resolve(heard)
    })
    socket.on('close', () => resolve(heard))
  })
  try {
    return await withTimeout(done, timeout, 'an answer')
  } finally {
    socket.destroy()
  }
}
