import type { Call } from '#api/http/endpoint.ts'
import { isForm } from '#api/http/read-body.ts'
import type { Signature } from '#api/http/request-context.ts'
import { respond } from '#api/http/response.ts'
import { readForm } from '#api/limits/form-parameters.ts'

/** How the request was signed, wherever it carries the parameters. */
export function signatureIn(
  call: Pick<Call<string, 'anyone', string>, 'request' | 'body' | 'signature'>,
): Signature {
  return call.signature(isForm(call.request) ? readForm(call.body) : undefined)
}

/** Pairs in a form: the content type without a charset, which clients compare letter by letter. */
export const formReply = (pairs: Record<string, string>) =>
  respond(new URLSearchParams(pairs).toString(), {
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'cache-control': 'no-store',
    },
  })
