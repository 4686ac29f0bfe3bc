import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Writable } from 'node:stream'
import { getRequestListener, RequestError } from '@hono/node-server'
import type { App } from '#api/http/app.ts'
import { errorResponse } from '#api/http/error-response.ts'
import { EventStreamResponse } from '#api/http/event-stream.ts'
import { Refusal } from '#platform/model/refusal.ts'
import type { NodeConnection } from './node-connection.ts'

interface NodeListener {
  /** Answers a request of `node:http` or `node:https`. */
  onRequest(request: IncomingMessage, response: ServerResponse, connection: NodeConnection): void
  /** Breaks off the event streams, which would not end by themselves; their readers reconnect to the next server. */
  endStreams(): void
}

/** The adapter hands on nothing but the request itself, so that its connection is a property of it. */
const connectionKey = Symbol('connection')
type Carrying = { [connectionKey]?: NodeConnection }

/** Connects an app to Node's HTTP servers through hono's adapter. */
export function createNodeListener(app: App, log: (line: string) => void): NodeListener {
  const streams = new Set<Writable>()
  const listen = getRequestListener(
    async (request, { incoming, outgoing }) => {
      const response = await app.fetch(request, (incoming as Carrying)[connectionKey])
      if (response instanceof EventStreamResponse) {
        streams.add(outgoing)
        outgoing.once('close', () => streams.delete(outgoing))
      }
      return response
    },
    {
      // Keep Node's own globals for the rest of the process.
      overrideGlobalObjects: false,
      // It closes the connection of a client that still sends half a second after it was answered.
      autoCleanupIncoming: false,
      // HTTP/1.0 requests may lack a Host header, and a `Request` needs a URL.
      hostname: 'localhost',
      errorHandler: (error) => errorResponse(refusalOf(error), 'v2', log),
    },
  )
  return {
    onRequest(request: IncomingMessage & Carrying, response, connection) {
      connection.limitBody()
      request[connectionKey] = connection
      if (request.method !== 'GET' && request.method !== 'HEAD')
        response.once('close', () => discardBody(request))
      void listen(request, response)
    },
    endStreams() {
      for (const response of streams) response.destroy()
    },
  }
}

/** The adapter rejects a target or Host header that is not part of a valid URL. */
const refusalOf = (error: unknown): unknown =>
  error instanceof RequestError
    ? new Refusal('invalid', 'The request target or the Host header is malformed.')
    : error

/** Bytes of a body that are discarded before the connection is closed. */
const maxDiscarded = 64 * 1024 * 1024

/**
 * Reads the rest of a body that was answered unread. Closed before, a client that is still sending would lose the
 * answer, or the request that it has sent behind it. The time for it is that of any body (`limitBody`).
 */
function discardBody(request: IncomingMessage): void {
  if (request.readableEnded || request.destroyed) return
  let discarded = 0
  // Whoever has begun to read the body pauses it when nobody takes the chunks.
  request.removeAllListeners('data')
  request.on('data', ({ length }: Buffer) => {
    discarded += length
    if (discarded > maxDiscarded) request.socket.destroySoon()
  })
  request.resume()
}
