/**
 * Programs in browsers may call the API from anywhere: they prove who they are with a header that no foreign page can
 * make up, and cookies count for nothing there.
 */
export const corsHeaders: Readonly<Record<string, string>> = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'content-disposition, retry-after',
}

/** The answer to a browser that asks first. */
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
