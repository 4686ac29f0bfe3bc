import { Hono } from 'hono'
import { compress } from 'hono/compress'
import { etag, RETAINED_304_HEADERS } from 'hono/etag'
import { corsHeaders } from './cors.ts'
import type { Listener } from './listener.ts'
import { answer, type RoutedRequest } from './pipeline.ts'
import { type Connection, localConnection, pathOf } from './request-context.ts'
import { createRouteFinder } from './routes.ts'

/** A listener without its port: a `Request` in, a `Response` out. */
export interface App {
  fetch(request: Request, connection?: Connection): Promise<Response>
}

/**
 * The endpoints of a listener. Only the few static ones are answered through a hono app: its context and its promises
 * would cost every signed call more than its routing does.
 */
export function createApp(listener: Listener): App {
  const findRoute = createRouteFinder(listener.endpoints)
  const statics = createStaticApp(listener)
  return {
    fetch(request, connection = localConnection(request)) {
      const { method } = request
      // Not the path of `Request.url`, which is normalised (`..` and the like).
      const found = findRoute(method, pathOf(connection.target))
      const routed = { request, connection, route: found?.route, params: found?.params }
      const answered = found?.route.isStatic
        ? statics.fetch(request, routed)
        : answer(listener, routed)
      return method === 'HEAD' ? withoutBody(answered) : answered
    },
  }
}

interface StaticApp {
  fetch(request: Request, routed: RoutedRequest): Promise<Response>
}

/** Answers with compression and ETags. */
function createStaticApp(listener: Listener): StaticApp {
  const app = new Hono<{ Bindings: RoutedRequest }>()
  app.use(compress(), etag({ retainedHeaders }))
  app.all('*', ({ env }) => answer(listener, env))
  return { fetch: async (request, routed) => app.fetch(request, routed) }
}

const retainedHeaders = [...RETAINED_304_HEADERS, ...Object.keys(corsHeaders)]

const withoutBody = async (answered: Promise<Response>) => new Response(null, await answered)
