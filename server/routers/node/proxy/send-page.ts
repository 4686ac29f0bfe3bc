import {
  type ErrorPage,
  headersOf,
  htmlPage,
  htmlType,
  jsonPage,
  jsonType,
  statusOf,
} from '#routers/pages.ts'
import type { VisitorRequest, VisitorResponse } from './visitor.ts'

/** Answers with a page of the router, or with JSON for clients that accept it. */
export function sendPage(
  response: VisitorResponse,
  page: ErrorPage,
  host: string,
  extraHeaders: string[] = [],
) {
  const json = wantsJson(response.req.headers.accept)
  const body = json ? jsonPage(page, host) : htmlPage(page, host)
  response.writeHead(statusOf(page), undefined, [
    'Content-Type',
    json ? jsonType : htmlType,
    'Content-Length',
    String(Buffer.byteLength(body)),
    ...headersOf(page),
    ...extraHeaders,
  ])
  response.end(body)
}

/** Header that ends the connection. HTTP/2 has none: it ends one stream and keeps the connection. */
export const closing = ({ httpVersion }: VisitorRequest) =>
  httpVersion.startsWith('1') ? ['Connection', 'close'] : []

const wantsJson = (accept = '') => /\bjson\b/.test(accept) && !/\btext\/html\b/.test(accept)
