import type { ServerHttp2Stream } from 'node:http2'
import type { VisitorResponse } from '#routers/node/proxy/visitor.ts'
import type { StreamRequest } from './stream-request.ts'

/** A response in a stream of HTTP/2, used like a `ServerResponse`. */
export class StreamResponse implements VisitorResponse {
  readonly req: StreamRequest
  headersSent = false
  statusCode = 200
  readonly #stream: ServerHttp2Stream
  #trailers: Record<string, string> = {}

  constructor(stream: ServerHttp2Stream, request: StreamRequest) {
    this.#stream = stream
    this.req = request
  }

  /** Node also ends the stream of a visitor that has left. */
  get writableFinished() {
    return this.#stream.writableFinished && !this.#stream.aborted
  }

  get writableLength() {
    return this.#stream.writableLength
  }

  writeHead(status: number, _message: string | undefined, headers: string[]) {
    const stream = this.#stream
    if (this.headersSent || stream.destroyed || stream.headersSent) return
    const fields: string[] = [':status', String(status)]
    let hasTrailers = false
    for (let at = 0; at < headers.length; at += 2) {
      const name = (headers[at] as string).toLowerCase()
      if (name === 'trailer') hasTrailers = true
      fields.push(name, headers[at + 1] as string)
    }
    // Throws for what cannot be written, such as a status of 099, before anything is sent.
    if (hasTrailers) {
      stream.on('wantTrailers', () => this.#sendTrailers())
      stream.respond(fields, { waitForTrailers: true })
    } else stream.respond(fields)
    this.statusCode = status
    this.headersSent = true
  }

  /** The body is whole by now, so that trailers which HTTP/2 forbids are left out and the stream ends. */
  #sendTrailers() {
    try {
      this.#stream.sendTrailers(this.#trailers)
    } catch {
      if (!this.#stream.destroyed && !this.#stream.closed) this.#stream.sendTrailers({})
    }
  }

  /** Headers are always sent at once. */
  flushHeaders() {}

  writeContinue() {
    if (!this.#stream.destroyed && !this.headersSent) {
      this.#stream.additionalHeaders({ ':status': 100 })
    }
  }

  write(chunk: Buffer): boolean {
    return this.#stream.write(chunk)
  }

  end(body?: string | Buffer) {
    if (!this.#stream.destroyed) this.#stream.end(body)
  }

  addTrailers(pairs: [string, string][]) {
    for (const [name, value] of pairs) this.#trailers[name.toLowerCase()] = value
  }

  /** Ends the stream with an error, so that the visitor knows that the response is incomplete. */
  destroy() {
    this.#stream.destroy(new Error('the application has closed the connection'))
  }

  on(event: 'close', listener: () => void) {
    this.#stream.on(event, listener)
  }

  once(event: 'drain', listener: () => void) {
    this.#stream.once(event, listener)
  }
}
