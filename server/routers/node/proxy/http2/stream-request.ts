import type { IncomingHttpHeaders } from 'node:http'
import type { ServerHttp2Stream } from 'node:http2'
import type { VisitorRequest } from '#routers/node/proxy/visitor.ts'

/** Flag of a HEADERS frame without a body after it (RFC 9113, 6.2). */
const endStream = 1
const noError = 0

/** Total size above which the head of a request is refused with 431. */
export const maxHead = 32 * 1024

/** A request as it arrived in a stream of HTTP/2, in the form of HTTP/1.1. */
export class StreamRequest implements VisitorRequest {
  readonly method: string
  readonly url: string
  readonly httpVersion = '2.0'
  readonly headers: IncomingHttpHeaders
  readonly rawHeaders: string[]
  /** Whether the headers are larger than the limit. */
  readonly isTooLarge: boolean
  rawTrailers: string[] = []
  complete: boolean
  readonly #stream: ServerHttp2Stream

  constructor(
    stream: ServerHttp2Stream,
    headers: IncomingHttpHeaders & Record<string, unknown>,
    flags: number,
    raw: string[],
  ) {
    this.#stream = stream
    this.method = String(headers[':method'])
    // CONNECT has no path.
    this.url = String(headers[':path'] ?? '')
    this.headers = headers
    const { fields, size } = fieldsOf(headers, raw)
    this.rawHeaders = fields
    this.isTooLarge = size > maxHead
    const authority = headers[':authority'] as string | undefined
    // A request with both must name the same host in both (RFC 9113, 8.3.1).
    if (authority !== undefined) {
      if (headers.host === undefined) {
        headers.host = authority
        fields.push('Host', authority)
      } else if (headers.host.toLowerCase() !== authority.toLowerCase()) headers.host = ''
    }
    this.complete = (flags & endStream) !== 0
    if (this.complete) {
      // A stream is closed only once its end has been read.
      stream.resume()
      return
    }
    if (headers['content-length'] === undefined) headers['transfer-encoding'] = 'chunked'
    stream.on('trailers', (_headers, _flags, rawTrailers: string[]) => {
      this.rawTrailers = rawTrailers
    })
    this.on('end', () => {
      this.complete = true
    })
  }

  on(event: 'data' | 'end', listener: ((chunk: Buffer) => void) | (() => void)) {
    const stream = this.#stream
    // Node also emits `end` for a stream that the visitor has reset, and half a body must not pass for a whole one.
    const isCut = () => stream.aborted || (stream.rstCode ?? noError) !== noError
    if (event === 'data') stream.on('data', listener)
    // Node emits the end of an empty body at once, also when nobody reads it yet.
    else if (this.complete) process.nextTick(listener as () => void)
    else stream.on('end', () => isCut() || (listener as () => void)())
    return this
  }

  pause() {
    this.#stream.pause()
  }

  resume() {
    this.#stream.resume()
  }

  /** Tells the visitor that the rest of the body is not needed, once the response has been sent. */
  discard() {
    const stream = this.#stream
    const end = () => stream.close(noError)
    if (stream.destroyed || stream.closed) return
    if (stream.writableFinished) end()
    else stream.once('finish', end)
  }
}

/** Headers without pseudo-headers, and with one cookie header, which HTTP/2 may split (RFC 9113, 8.2.3). */
function fieldsOf(headers: IncomingHttpHeaders, raw: string[]) {
  const fields: string[] = []
  let size = 0
  let hasCookie = false
  for (let at = 0; at < raw.length; at += 2) {
    const name = raw[at] as string
    const value = raw[at + 1] as string
    size += name.length + value.length + 4
    if (name === 'cookie') hasCookie = true
    else if (name.charCodeAt(0) !== colon) fields.push(name, value)
  }
  if (hasCookie) fields.push('cookie', headers.cookie ?? '')
  return { fields, size }
}

const colon = 58
