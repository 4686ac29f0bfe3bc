import type { IncomingHttpHeaders } from 'node:http'

/** A visitor's request in either version of HTTP; `IncomingMessage` is one. */
export interface VisitorRequest {
  readonly method?: string | undefined
  /** Target of the request: a path, or an absolute URL. */
  readonly url?: string | undefined
  readonly httpVersion: string
  /** By lower-case name. A body without a known length has a `transfer-encoding`, as in HTTP/1.1. */
  readonly headers: IncomingHttpHeaders
  /** Alternating names and values, as they arrived. */
  readonly rawHeaders: string[]
  readonly rawTrailers: string[]
  /** Whether the whole body has arrived. */
  readonly complete: boolean
  on(event: 'data', listener: (chunk: Buffer) => void): unknown
  on(event: 'end', listener: () => void): unknown
  pause(): unknown
  resume(): unknown
}

/** The response to a visitor in either version of HTTP; `ServerResponse` is one. */
export interface VisitorResponse {
  readonly req: VisitorRequest
  readonly headersSent: boolean
  readonly statusCode: number
  readonly writableFinished: boolean
  /** Bytes that wait for the visitor. */
  readonly writableLength: number
  writeHead(status: number, message: string | undefined, headers: string[]): unknown
  flushHeaders(): void
  writeContinue(): void
  write(chunk: Buffer): boolean
  end(body?: string): unknown
  end(body: string | Buffer, encoding: 'latin1'): unknown
  addTrailers(pairs: [string, string][]): void
  destroy(): unknown
  on(event: 'close', listener: () => void): unknown
  once(event: 'drain', listener: () => void): unknown
}

/** A stream that can be paused. */
export interface Source {
  on(event: 'data', listener: (chunk: Buffer) => void): unknown
  pause(): unknown
  resume(): unknown
}

/** A stream that tells when it is full. */
export interface Sink {
  write(chunk: Buffer): boolean
  once(event: 'drain', listener: () => void): unknown
}
