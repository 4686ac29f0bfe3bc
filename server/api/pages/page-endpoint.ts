import { type Call, type Endpoint, endpoint } from '#api/http/endpoint.ts'
import { waitingHeaders } from '#api/http/error-response.ts'
import { html, withCookie } from '#api/http/response.ts'
import { readForm } from '#api/limits/form-parameters.ts'
import { text } from '#kit/schema.ts'
import { Refusal, statusOfKind } from '#platform/model/refusal.ts'
import { problem } from './field.ts'
import { nextLinks } from './next-links.ts'
import { page } from './page.ts'
import { readVisit, refuseForgery, type Visit, visitCookies } from './visit.ts'

/** Input of a page: the call, the visit, and the fields of the query or form. */
export interface PageCall extends Omit<Call<string, 'anyone', string>, 'body'> {
  visit: Visit
  fields: URLSearchParams
}

/** An endpoint for a page or its form. A refusal becomes a page with the form of `again` to retry. */
export function pageEndpoint(definition: {
  method: 'GET' | 'POST'
  path: string
  title: string
  summary: string
  workload?: Endpoint['workload']
  handle(call: PageCall): Promise<Response>
  again?(call: PageCall, refusal: Refusal): string | Promise<string>
  /** Other origins that the form of `again` may redirect to. */
  redirectOrigins?(call: PageCall): Promise<readonly string[]>
}): Endpoint {
  const { method, path, summary, workload } = definition
  const isForm = method === 'POST'
  return endpoint({
    method,
    path,
    summary,
    access: 'anyone',
    isPage: true,
    ...(workload && { workload }),
    ...(isForm && { body: text }),
    // Pages parse their own fields, which are not part of the API.
    async handle({ body, ...call }: Call<string, 'anyone', string>) {
      const visit = await readVisit(call)
      countVisit(call, visit)
      const fields = isForm ? readForm(String(body)) : call.query
      const pageCall: PageCall = { ...call, visit, fields }
      const response = await answer(definition, pageCall, isForm)
      return visitCookies(response, visit).reduce(withCookie, response)
    },
  })
}

/** A logged-in browser counts against its session's limit, others against that of their address. */
function countVisit({ platform, from }: Pick<Call, 'platform' | 'from'>, { session }: Visit): void {
  platform.callLimits.count(
    session ? { credential: session.digest, userId: session.userId } : { address: from },
  )
}

async function answer(
  { title, handle, again, redirectOrigins }: Parameters<typeof pageEndpoint>[0],
  call: PageCall,
  isForm: boolean,
): Promise<Response> {
  try {
    if (isForm) refuseForgery(call, call.visit, call.fields)
    return await handle(call)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const more = (await again?.(call, error)) || nextLinks(call.visit.user)
    const body = problem(error.message) + more
    const response = html(
      page(title, body),
      statusOfKind[error.kind],
      await redirectOrigins?.(call),
    )
    for (const [name, value] of Object.entries(waitingHeaders(error))) {
      response.headers.set(name, value)
    }
    return response
  }
}
