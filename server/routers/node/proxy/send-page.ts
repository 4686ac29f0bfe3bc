import type { VisitorRules } from '#platform/model/hosting/visitors/visitor-rules.ts'
import {
  type ErrorPage,
  headersOf,
  htmlPage,
  htmlType,
  jsonPage,
  jsonType,
  ownPage,
  ownPageHeadersOf,
  statusOf,
} from '#routers/pages.ts'
import { hasBody } from './body.ts'
import type { VisitorRequest, VisitorResponse } from './visitor.ts'

/** Answers with a page of the application or of the router, or with JSON for clients that accept only that. */
export function sendPage(
  response: VisitorResponse,
  page: ErrorPage,
  host: string,
  extraHeaders: string[] = [],
  rules?: VisitorRules,
) {
  const json = wantsJson(response.req.headers.accept)
  const own = json ? undefined : ownPage(page, rules?.pages)
  const render = json ? jsonPage : htmlPage
  const body = own ?? render(page, host, rules?.maintenance)
  response.writeHead(statusOf(page), undefined, [
    'Content-Type',
    json ? jsonType : htmlType,
    'Content-Length',
    String(Buffer.byteLength(body)),
    ...(own === undefined ? headersOf(page) : ownPageHeadersOf(page)),
    ...extraHeaders,
  ])
  response.end(body)
}

/** Header that ends the connection. HTTP/2 has none: it ends one stream and keeps the connection. */
export const closing = ({ httpVersion }: VisitorRequest) =>
  httpVersion.startsWith('1') ? ['Connection', 'close'] : []

/** Closes the connection instead of reading an unwanted body. */
export const closeIfBody = (request: VisitorRequest) => (hasBody(request) ? closing(request) : [])

const wantsJson = (accept = '') => /\bjson\b/.test(accept) && !/\btext\/html\b/.test(accept)
