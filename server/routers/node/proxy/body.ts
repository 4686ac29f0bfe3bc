import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { ClientRequest } from '#kit/net/http.ts'
import { pairsOf } from './headers.ts'
import type { Sink, Source, VisitorRequest, VisitorResponse } from './visitor.ts'

const discardTimeout = 30_000

/** Called with the number of bytes that passed. */
export type OnBytes = (bytes: number) => void

/** Hooks of an upload. */
export interface UploadHooks {
  /** Called when the visitor is expected to send. */
  onReady(): void
  onBytes: OnBytes
  onFull: OnFull
  /** Called when the body is whole. */
  onEnd(): void
}

/** Sends the request body once connected: until then another upstream may be tried with it. */
export function upload(response: VisitorResponse, client: ClientRequest, hooks: UploadHooks) {
  const { req: request } = response
  const { expect } = request.headers
  if (expect) {
    client.on('continue', () => {
      response.writeContinue()
      hooks.onReady()
    })
  }
  const begin = () => {
    if (!expect) hooks.onReady()
    pump(request, client, hooks.onBytes, hooks.onFull)
    request.on('end', () => {
      hooks.onEnd()
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
export function discardUpload({ req }: VisitorResponse) {
  if (req.complete) return
  // HTTP/2 ends the stream alone; the connection of HTTP/1 can only be used on once the body has been read.
  if ('discard' in req && typeof req.discard === 'function') return req.discard()
  const request = req as IncomingMessage
  const { socket } = request
  request.removeAllListeners('data')
  request.resume()
  setTimeout(() => request.complete || socket.destroy(), discardTimeout).unref()
}

/** Whether a request has a body, by its headers (RFC 9112, 6.3). */
export function hasBody({ headers }: Pick<VisitorRequest, 'headers'>): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

/** Ends a response whose visitor takes nothing for so long: it holds an instance's connection and memory. */
export function endingStalled(response: VisitorResponse, timeout: number): OnFull {
  let timer: NodeJS.Timeout | undefined
  const stop = () => clearTimeout(timer)
  return () => {
    if (!timer) response.on('close', stop)
    clearTimeout(timer)
    timer = setTimeout(() => response.writableFinished || response.destroy(), timeout)
    return stop
  }
}

/** Called when a sink is full; returns what is called when it takes more. */
export type OnFull = () => () => void

/** Copies a stream with backpressure; lighter than `Readable.pipe`. */
export function pump(source: Source, sink: Sink, onBytes?: OnBytes, onFull?: OnFull) {
  let isWaiting = false
  source.on('data', (chunk: Buffer) => {
    onBytes?.(chunk.length)
    if (sink.write(chunk) || isWaiting) return
    isWaiting = true
    source.pause()
    const onDrain = onFull?.()
    sink.once('drain', () => {
      isWaiting = false
      onDrain?.()
      source.resume()
    })
  })
}
