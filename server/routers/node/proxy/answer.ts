import { endingStalled, type OnFull } from './body.ts'
import { pairsOf, towardsVisitor, valueIn } from './headers.ts'
import type { RequestRecord } from './request-record.ts'
import type { Exchange } from './upstream/exchange.ts'
import type { ResponseHead } from './upstream/response-parser.ts'
import type { VisitorRequest, VisitorResponse } from './visitor.ts'

export interface RelayOptions {
  /** `Set-Cookie` that is added. */
  cookie: string | undefined
  /** Milliseconds in which the visitor must take some of the data that waits. */
  readTimeout: number
}

/** Up to here a copy of the body as text, which is written together with the head, costs less than a second buffer. */
const maxJoined = 16 * 1024

/** Passes an application's response on to the visitor. */
export class Relay {
  readonly #response: VisitorResponse
  readonly #record: RequestRecord
  readonly #exchange: Exchange
  readonly #readTimeout: number
  /** The first part of the body, which waits for the rest of what was read at once: it may be the whole body. */
  #first: Buffer | undefined
  #isFlushed = false
  #isFull = false
  #isOver = false
  #onFull: OnFull | undefined

  private constructor(
    response: VisitorResponse,
    record: RequestRecord,
    exchange: Exchange,
    readTimeout: number,
  ) {
    this.#response = response
    this.#record = record
    this.#exchange = exchange
    this.#readTimeout = readTimeout
  }

  /** Writes the head of the response; `undefined` when it is invalid. */
  static begin(
    head: ResponseHead,
    exchange: Exchange,
    response: VisitorResponse,
    record: RequestRecord,
    { cookie, readTimeout }: RelayOptions,
  ): Relay | undefined {
    const { statusCode, statusMessage, rawHeaders } = head
    const headers = towardsVisitor(rawHeaders, record.parsed.requestId)
    if (cookie) headers.push('Set-Cookie', cookie)
    if (record.noIndex) headers.push('X-Robots-Tag', 'noindex')
    const trailer = valueIn(rawHeaders, 'trailer')
    if (trailer && isSentInChunks(head, response.req)) headers.push('Trailer', trailer)
    try {
      response.writeHead(statusCode, statusMessage, headers)
    } catch {
      // Node parses responses that it refuses to write, such as a status of 099.
      return undefined
    }
    return new Relay(response, record, exchange, readTimeout)
  }

  write(chunk: Buffer) {
    this.#record.sent(chunk.length)
    if (!this.#isFlushed && !this.#first) this.#first = chunk
    else {
      this.#writeFirst()
      this.#write(chunk)
    }
  }

  /** Nothing more may come for a while: the visitor gets what has been held back. */
  flush() {
    if (this.#isFlushed) return
    if (this.#first) this.#writeFirst()
    // A slow response shows its head at once.
    else this.#response.flushHeaders()
    this.#isFlushed = true
  }

  end(rawTrailers: string[]) {
    this.#isOver = true
    this.#isFlushed = true
    const response = this.#response
    if (rawTrailers.length > 0) response.addTrailers(pairsOf(rawTrailers))
    const first = this.#first
    if (!first) response.end()
    else {
      const isJoined = first.length <= maxJoined && response.req.httpVersion !== '2.0'
      response.end(isJoined ? first.toString('latin1') : first, 'latin1')
    }
    // The rest may never be taken either.
    if (response.writableLength > 0) this.#full()
  }

  /** The response stays incomplete, and the visitor sees that. */
  cut() {
    if (this.#isOver) return
    this.#isOver = true
    this.#response.destroy()
  }

  #writeFirst() {
    const first = this.#first
    this.#first = undefined
    this.#isFlushed = true
    if (first) this.#write(first)
  }

  #write(chunk: Buffer) {
    if (this.#response.write(chunk) || this.#isFull) return
    this.#isFull = true
    this.#exchange.pause()
    const onDrain = this.#full()
    this.#response.once('drain', () => {
      this.#isFull = false
      onDrain()
      this.#exchange.resume()
    })
  }

  #full() {
    this.#onFull ??= endingStalled(this.#response, this.#readTimeout)
    return this.#onFull()
  }
}

/** Trailers can be announced only with chunked encoding; Node rejects anything else. */
function isSentInChunks(
  { statusCode, rawHeaders }: ResponseHead,
  { method, httpVersion }: VisitorRequest,
): boolean {
  const mayHaveBody = method !== 'HEAD' && statusCode !== 204 && statusCode !== 304
  return (
    mayHaveBody && httpVersion !== '1.0' && valueIn(rawHeaders, 'transfer-encoding') !== undefined
  )
}
