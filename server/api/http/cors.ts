/**
 * The API allows all origins: clients authenticate by a header that another site cannot forge. A session's cookie is
 * never allowed to other origins, and neither is the header with its CSRF token, without which the cookie is ignored.
 */
export const corsHeaders: Readonly<Record<string, string>> = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'content-disposition, link, retry-after, x-request-id',
}

/** Response to a CORS preflight. */
export function preflight(methods: Iterable<string>): Response {
  return new Response(null, {
    status: 204,
    headers: {
      'access-control-allow-methods': [...methods].join(', '),
      'access-control-allow-headers':
        'authorization, content-type, accept, last-event-id, x-clever-password',
      'access-control-max-age': '86400',
    },
  })
}
