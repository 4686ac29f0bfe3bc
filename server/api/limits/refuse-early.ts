import type { ServerResponse } from 'node:http'
import { hasV4Errors } from '#api/answers/errors.ts'
import { corsHeaders } from '#api/http/cors.ts'
import { errorResponse } from '#api/http/error-response.ts'
import type { Refusal } from '#platform/model/refusal.ts'

const defaultWait = 5

/** Answers a request that does not reach an endpoint now, but may later. */
export async function refuseEarly(outgoing: ServerResponse, refusal: Refusal): Promise<void> {
  const [path = '/'] = (outgoing.req.url ?? '/').split('?', 1)
  const response = errorResponse(refusal, hasV4Errors(path) ? 'v4' : 'v2', () => {})
  outgoing.writeHead(response.status, {
    ...Object.fromEntries(response.headers),
    ...corsHeaders,
    'retry-after': String(refusal.details.wait ?? defaultWait),
  })
  outgoing.end(await response.text())
}
