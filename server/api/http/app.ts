import { Hono } from 'hono'
import { compress } from 'hono/compress'
import { etag, RETAINED_304_HEADERS } from 'hono/etag'
import { TrieRouter } from 'hono/router/trie-router'
import { corsHeaders } from './cors.ts'
import type { Listener } from './listener.ts'
import { answer } from './pipeline.ts'
import { type Connection, localConnection, pathOf } from './request-context.ts'
import { routesOf } from './routes.ts'

/** A listener without its port: a `Request` in, a `Response` out. */
export interface App {
  fetch(request: Request, connection?: Connection): Promise<Response>
}

/** Mounts the endpoints of a listener on a hono app. */
export function createApp(listener: Listener): App {
  const app = new Hono<{ Bindings: Connection }>({
    // Of hono's routers the one that takes a fixed segment and a parameter at the same place.
    router: new TrieRouter(),
    // Not the path of `Request.url`, from which `..` and the like are gone.
    getPath: (_, options) => pathOf(options?.env?.target ?? '/'),
  })
  for (const route of routesOf(listener.endpoints)) {
    const isStatic = [...route.endpoints.values()].some((endpoint) => endpoint.isStatic)
    if (isStatic) app.use(route.path, compress(), etag({ retainedHeaders }))
    app.all(route.path, ({ req, env }) =>
      answer(listener, { request: req.raw, connection: env, route, params: req.param() }),
    )
  }
  app.notFound(({ req, env }) => answer(listener, { request: req.raw, connection: env }))
  return {
    fetch: async (request, connection = localConnection(request)) => app.fetch(request, connection),
  }
}

const retainedHeaders = [...RETAINED_304_HEADERS, ...Object.keys(corsHeaders)]
