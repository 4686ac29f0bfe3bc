import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable, type Writable } from 'node:stream'
import { TLSSocket } from 'node:tls'
import { getRequestListener, RequestError } from '@hono/node-server'
import { Hono } from 'hono'
import { compress } from 'hono/compress'
import { etag, RETAINED_304_HEADERS } from 'hono/etag'
import { TrieRouter } from 'hono/router/trie-router'
import type { Forwarding } from '#api/forwarding/forwarding.ts'
import type { HttpGuard } from '#kit/net/limits/http-guard.ts'
import { plainAddress } from '#kit/net/plain-address.ts'
import { Refusal } from '#platform/model/refusal.ts'
import { corsHeaders } from './cors.ts'
import { errorResponse } from './error-response.ts'
import { EventStreamResponse } from './event-stream.ts'
import type { Listener } from './listener.ts'
import { answer } from './pipeline.ts'
import { type Connection, localConnection, pathOf } from './request-context.ts'
import { honoPattern, readParams, routedPath, routesOf } from './routes.ts'

/** A listener without its port: a `Request` in, a `Response` out. */
export interface App {
  fetch(request: Request, connection?: Connection): Response | Promise<Response>
}

type Mounted = Hono<{ Bindings: Connection }>

/** The endpoints of a listener on a hono app, made for the first request: many a bridge is never asked. */
export function createApp(listener: Listener): App {
  let mounted: Mounted | undefined
  return {
    fetch(request, connection = localConnection(request)) {
      mounted ??= mount(listener)
      return mounted.fetch(request, connection)
    },
  }
}

function mount(listener: Listener): Mounted {
  const app: Mounted = new Hono({
    // The hono router that allows a fixed segment and a parameter at the same position.
    router: new TrieRouter(),
    // Not the path of `Request.url`, which is normalised (`..` and the like).
    getPath: ({ method }, options) => routedPath(method, pathOf(options?.env?.target ?? '/')),
  })
  for (const route of routesOf(listener.endpoints)) {
    const isStatic = [...route.endpoints.values()].some((endpoint) => endpoint.isStatic)
    const pattern = honoPattern(route.path)
    if (isStatic) app.use(pattern, compress(), etag({ retainedHeaders }))
    const paramsOf = readParams(route.path)
    app.all(pattern, ({ req, env }) =>
      answer(listener, { request: req.raw, connection: env, route, params: paramsOf(req) }),
    )
  }
  app.notFound(({ req, env }) => answer(listener, { request: req.raw, connection: env }))
  return app
}

const retainedHeaders = [...RETAINED_304_HEADERS, ...Object.keys(corsHeaders)]

interface NodeListener {
  /** Request handler for `node:http` and `node:https`. */
  onRequest(request: IncomingMessage, response: ServerResponse): void
  /** Breaks off the event streams, which would not end by themselves; their readers reconnect to the next server. */
  endStreams(): void
}

/** Connects an app to Node's HTTP servers through hono's adapter. */
export function createNodeListener(
  app: App,
  log: (line: string) => void,
  forwarding?: Pick<Forwarding, 'clientOf'>,
  guard?: HttpGuard,
): NodeListener {
  const streams = new Set<Writable>()
  const listen = getRequestListener(
    async (request, { incoming, outgoing }) => {
      const client = forwarding?.clientOf(incoming as IncomingMessage)
      const visit = guard?.visitOf(incoming as IncomingMessage)
      const onAuthenticated = () => visit?.authenticated()
      const connection = {
        ...connectionOf(incoming as IncomingMessage),
        ...client,
        onAuthenticated,
      }
      const response = await app.fetch(request, connection)
      if (response instanceof EventStreamResponse) {
        streams.add(outgoing)
        outgoing.once('close', () => streams.delete(outgoing))
      }
      return response
    },
    {
      // Keep Node's own globals for the rest of the process.
      overrideGlobalObjects: false,
      // HTTP/1.0 requests may lack a Host header, and a `Request` needs a URL.
      hostname: 'localhost',
      errorHandler: (error) => errorResponse(refusalOf(error), 'v2', log),
    },
  )
  return {
    onRequest(request, response) {
      guard?.visitOf(request)?.limitBody()
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

const connectionOf = (incoming: IncomingMessage): Connection => ({
  target: incoming.url ?? '/',
  peer: plainAddress(incoming.socket.remoteAddress ?? ''),
  isTls: incoming.socket instanceof TLSSocket,
  openBody: () => Readable.toWeb(incoming) as ReadableStream<Uint8Array>,
})
