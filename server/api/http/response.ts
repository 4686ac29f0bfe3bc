import { getRequestListener } from '@hono/node-server'
import { corsHeaders } from './cors.ts'

/**
 * The adapter's own `Response`: its body stays a string or buffer and is sent in one write; with Node's own, a signed
 * call costs twice as much. The adapter exposes it only as the global, which is restored at once, so that `fetch` and
 * `Response` stay Node's own in the rest of the process.
 */
const LightResponse = takeLightResponse()

function takeLightResponse(): typeof Response {
  const names = ['Request', 'Response'] as const
  const nodes = names.map((name) => Object.getOwnPropertyDescriptor(globalThis, name) ?? {})
  getRequestListener(() => Response.json({}), { overrideGlobalObjects: true })
  const light = globalThis.Response
  for (const [at, name] of names.entries()) Object.defineProperty(globalThis, name, nodes[at] ?? {})
  return light
}

/** Of all responses that other origins may read. Names and log lines of customers are in them: a browser must not guess a type. */
export const publicHeaders = { 'x-content-type-options': 'nosniff', ...corsHeaders }

/** A response that has the public headers already: setting one later costs more than the whole response. */
export class PublicResponse extends LightResponse {}

/** A complete response with Content-Length, because the Node adapter would send short bodies in chunks. */
export function respond(
  body: string | Buffer,
  { status = 200, headers = {} }: { status?: number; headers?: Record<string, string> } = {},
): Response {
  // None of our buffers uses shared memory, which the type would allow.
  return new PublicResponse(body as string | Buffer<ArrayBuffer>, {
    status,
    headers: { ...publicHeaders, ...headers, 'content-length': String(Buffer.byteLength(body)) },
  })
}

export function json(value: unknown, status = 200): Response {
  return jsonText(JSON.stringify(value), status)
}

/** A response of serialised JSON. */
export function jsonText(body: string | Buffer, status = 200): Response {
  return respond(body, { status, headers: jsonHeaders })
}

const jsonHeaders = { 'content-type': 'application/json' }

/** An HTML page. `form-action` also applies to redirects after a form, so the origins they lead to are listed. */
export function html(
  page: string,
  status = 200,
  redirectOrigins: readonly string[] = [],
): Response {
  const formAction = ["'self'", ...redirectOrigins].join(' ')
  return respond(page, {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `default-src 'none'; style-src 'self'; img-src 'self' data:; form-action ${formAction}; frame-ancestors 'none'; base-uri 'none'`,
      // Not `no-referrer`: with it browsers send `Origin: null` with our own forms.
      'referrer-policy': 'same-origin',
      'cache-control': 'no-store',
    },
  })
}

/** Redirects with a GET (303). */
export function redirect(location: string): Response {
  return new Response(null, {
    status: 303,
    headers: {
      location,
      'cache-control': 'no-store',
      'referrer-policy': 'same-origin',
      'content-length': '0',
    },
  })
}

/** The response with an additional cookie. */
export function withCookie(response: Response, cookie: string): Response {
  response.headers.append('set-cookie', cookie)
  return response
}

/** Success always has a JSON body, because some clients cannot parse an empty one. */
export function done<More extends object>(message: string, more?: More) {
  return { id: 0, message, type: 'success' as const, ...(more ?? ({} as More)) }
}

/** An empty response (204). */
export const noContent = (): Response => new Response(null, { status: 204 })
