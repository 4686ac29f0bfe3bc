import type { IncomingMessage } from 'node:http'
import { endingStalled, pump } from './body.ts'
import { pairsOf, towardsVisitor } from './headers.ts'
import type { RequestRecord } from './request-record.ts'
import type { VisitorRequest, VisitorResponse } from './visitor.ts'

export interface RelayOptions {
  /** `Set-Cookie` that is added. */
  cookie: string | undefined
  /** Milliseconds in which the visitor must take some of the data that waits. */
  readTimeout: number
}

/** Streams an application's response to the visitor. Returns false when its head is invalid. */
export function relay(
  incoming: IncomingMessage,
  response: VisitorResponse,
  record: RequestRecord,
  { cookie, readTimeout }: RelayOptions,
): boolean {
  const headers = towardsVisitor(incoming.rawHeaders, record.parsed.requestId)
  if (cookie) headers.push('Set-Cookie', cookie)
  if (incoming.headers.trailer && isSentInChunks(incoming, response.req)) {
    headers.push('Trailer', incoming.headers.trailer)
  }
  try {
    response.writeHead(incoming.statusCode ?? 0, incoming.statusMessage, headers)
  } catch {
    // Node parses responses that it refuses to write, such as a status of 099.
    incoming.destroy()
    return false
  }
  let isFlushed = false
  const onBytes = (bytes: number) => {
    isFlushed = true
    record.sent(bytes)
  }
  const onFull = endingStalled(response, readTimeout)
  pump(incoming, response, onBytes, onFull)
  incoming.on('end', () => {
    isFlushed = true
    if (incoming.rawTrailers.length > 0) response.addTrailers(pairsOf(incoming.rawTrailers))
    response.end()
    // The rest may never be taken either.
    if (response.writableLength > 0) onFull()
  })
  incoming.on('error', () => response.destroy())
  // The part of the body that came with the head is written by now; a slow response shows its head at once.
  process.nextTick(() => isFlushed || response.flushHeaders())
  return true
}

/** Trailers can be announced only with chunked encoding; Node rejects anything else. */
function isSentInChunks({ headers, statusCode }: IncomingMessage, parsed: VisitorRequest): boolean {
  const mayHaveBody = parsed.method !== 'HEAD' && statusCode !== 204 && statusCode !== 304
  return mayHaveBody && headers['transfer-encoding'] !== undefined && parsed.httpVersion !== '1.0'
}
