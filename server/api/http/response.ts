import { getRequestListener } from '@hono/node-server'

/**
 * The adapter's own `Response`: its body stays a text or a buffer until somebody reads it, and is sent in one write. With
 * Node's own a signed call costs twice as much. The adapter shows it only as the global, which is put back at once, so
 * that `fetch` and `Response` mean the same in the rest of the process.
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

/** A whole answer. Says its length, because the Node adapter would send short bodies in chunks. */
export function respond(
  body: string | Buffer,
  { status = 200, headers = {} }: { status?: number; headers?: Record<string, string> } = {},
): Response {
  // No buffer of ours is over shared memory, which is all that the type allows besides.
  return new LightResponse(body as string | Buffer<ArrayBuffer>, {
    status,
    headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
  })
}

export function json(value: unknown, status = 200): Response {
  return jsonText(JSON.stringify(value), status)
}

/** JSON that is made already. */
export function jsonText(body: string | Buffer, status = 200): Response {
  return respond(body, { status, headers: { 'content-type': 'application/json' } })
}

/** A page. Browsers hold a form to where its answer redirects as well, so other origins it leads to are named. */
export function html(page: string, status = 200, leadsTo: readonly string[] = []): Response {
  const formAction = ["'self'", ...leadsTo].join(' ')
  return respond(page, {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `default-src 'none'; style-src 'self'; img-src 'self' data:; form-action ${formAction}; frame-ancestors 'none'; base-uri 'none'`,
      // Not `no-referrer`: with it browsers send `Origin: null` with our own forms.
      'referrer-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    },
  })
}

/** Sends the browser on, with a GET. */
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

/** The answer with a cookie more, after those that it sets already. */
export function withCookie(response: Response, cookie: string): Response {
  response.headers.append('set-cookie', cookie)
  return response
}

/** Success always carries a JSON body: clients of two families cannot read an empty one. */
export function done<More extends object>(message: string, more?: More) {
  return { id: 0, message, type: 'success', ...(more ?? ({} as More)) }
}
