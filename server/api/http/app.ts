import { Hono } from 'hono'
import { compress } from 'hono/compress'
import { etag, RETAINED_304_HEADERS } from 'hono/etag'
import { TrieRouter } from 'hono/router/trie-router'
import { corsHeaders } from './cors.ts'
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
