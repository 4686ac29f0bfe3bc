import type { Call } from '#api/http/endpoint.ts'
import { isForm } from '#api/http/read-body.ts'
import type { Signature } from '#api/http/request-context.ts'
import { respond } from '#api/http/response.ts'
import { readForm } from '#api/limits/form-parameters.ts'

/** The OAuth 1 signature, from header, query or form. */
export function signatureIn(
  call: Pick<Call<string, 'anyone', string>, 'request' | 'body' | 'signature'>,
): Signature {
  return call.signature(isForm(call.request) ? readForm(call.body) : undefined)
}

/** A form-encoded response without charset, because clients compare the content type literally. */
export const formReply = (pairs: Record<string, string>) =>
  respond(new URLSearchParams(pairs).toString(), {
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'cache-control': 'no-store',
    },
  })
