/**
 * The API allows all origins: clients authenticate by a header that another site cannot forge, and cookies are
 * ignored.
 */
export const corsHeaders: Readonly<Record<string, string>> = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'content-disposition, retry-after',
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
