import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Readable, Writable } from 'node:stream'
import type { ClientRequest } from '#kit/net/http.ts'
import { pairsOf } from './headers.ts'

const discardTimeout = 30_000

/** Sends the request body once connected: until then another upstream may be tried with it. */
export function upload(response: ServerResponse, client: ClientRequest, onBytes: () => void) {
  const { req: request } = response
  if (request.headers.expect) client.on('continue', () => response.writeContinue())
  const begin = () => {
    pump(request, client, onBytes)
    request.on('end', () => {
      if (request.rawTrailers.length > 0) client.addTrailers(pairsOf(request.rawTrailers))
      client.end()
    })
    // Otherwise the head would wait for the first byte of the body, which may wait for a 100 response.
    client.flushHeaders()
  }
  client.on('socket', (socket: Socket) => {
    if (socket.connecting) socket.once('connect', begin)
    else begin()
  })
}

/** An application may respond before it has read the whole body; the rest of the upload is discarded. */
export function discardUpload({ req: request }: ServerResponse) {
  if (request.complete) return
  const { socket } = request
  request.removeAllListeners('data')
  request.resume()
  setTimeout(() => request.complete || socket.destroy(), discardTimeout).unref()
}

/** Whether a request has a body, by its headers (RFC 9112, 6.3). */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

/** Copies a stream with backpressure; lighter than `Readable.pipe`. */
export function pump(source: Readable, sink: Writable, onBytes?: () => void) {
  let isWaiting = false
  source.on('data', (chunk: Buffer) => {
    onBytes?.()
    if (sink.write(chunk) || isWaiting) return
    isWaiting = true
    source.pause()
    sink.once('drain', () => {
      isWaiting = false
      source.resume()
    })
  })
}
