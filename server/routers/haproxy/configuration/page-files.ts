import {
  type ErrorPage,
  headersOf,
  htmlPage,
  htmlType,
  jsonPage,
  pageHeaders,
  pagePolicy,
  replaceablePages,
  statusOf,
} from '#routers/pages.ts'

/** Stands for the host where a page is split. */
const placeholder = 'HOSTNAME'

/** Pages in which HAProxy writes the host of the request. */
const withHost: ErrorPage[] = ['bad-request', 'misdirected', 'unknown-host', 'crowded', 'guessing']
/** Pages of requests that could not be read, so that nothing is known of them. */
const whole: ErrorPage[] = ['bad-request', 'stalled']

/** HAProxy would write control characters in what it inserts as `%0A` and the like. */
export const oneLine = (text: string): string => text.replaceAll(/\p{Cc}+/gu, ' ').trim()

/** Headers as arguments of a rule, which costs requests without a page nothing. */
const argumentsOf = (headers: readonly string[]) =>
  Array.from(
    { length: headers.length / 2 },
    (_, at) => `hdr ${headers[2 * at]} "${headers[2 * at + 1]}"`,
  ).join(' ')

/** Headers of every page. */
export const pageHeaderArguments = argumentsOf(pageHeaders)

/** A page as the reply of a rule. */
export const pageReply = (page: ErrorPage, status = statusOf(page)) =>
  `status ${status} content-type "${htmlType}" lf-file pages/${page}.lf ${argumentsOf(headersIn(page))}`

/** An application's own page has no policy. */
const headersIn = (page: ErrorPage): string[] =>
  headersOf(page).map((text) =>
    isReplaceable(page) && text === pagePolicy ? `%[lua.page_policy(${page})]` : text,
  )

const isReplaceable = (page: ErrorPage) => replaceablePages.some(([name]) => name === page)

/**
 * Texts of the files of all pages, by name. A page is split at the host, because HAProxy writes it in between; the
 * begin and the end, as HTML or JSON, are looked up in maps. The host needs no escaping: it was checked before. Pages that
 * an application may have itself are made by `visitor-rules.lua`.
 */
export function pageFiles(): Record<string, string> {
  const texts: Record<string, string> = {}
  for (const page of withHost) {
    const [html, json] = [htmlPage, jsonPage].map((render) => parts(render(page, placeholder)))
    if (!html || !json) continue
    const map = (at: 0 | 1) => `html ${html[at]}\njson ${json[at]}\n`
    texts[`${page}-begin.map`] = map(0)
    texts[`${page}-end.map`] = map(1)
    const look = (part: string) => `%[var(txn.kind,html),map_str(pages/${page}-${part}.map)]`
    const hasHost = htmlPage(page, placeholder).includes(placeholder)
    const host = hasHost ? `${html[2]}%[var(txn.host)]${html[3]}` : ''
    texts[`${page}.lf`] = `${look('begin')}${host}${look('end')}`
  }
  for (const [page] of replaceablePages) {
    texts[`${page}.html`] = oneLine(htmlPage(page, placeholder))
    texts[`${page}.json`] = oneLine(jsonPage(page, placeholder))
    texts[`${page}.lf`] = `%[lua.page(${page})]`
  }
  for (const page of whole) texts[`${page}.http`] = response(page)
  return texts
}

/** Begin and end on one line each, as a map has them, then the spaces around the host, which a map would lose. */
function parts(text: string): [string, string, string, string] {
  const line = text.replaceAll(/\s*\n\s*/g, ' ').trim()
  const at = line.indexOf(placeholder)
  if (at < 0) return [line.slice(0, -1), line.slice(-1), '', '']
  const [begin, end] = [line.slice(0, at), line.slice(at + placeholder.length)]
  const space = (isSpace: boolean) => (isSpace ? ' ' : '')
  return [begin.trimEnd(), end.trimStart(), space(begin.endsWith(' ')), space(end.startsWith(' '))]
}

/** A whole HTTP response. */
function response(page: ErrorPage): string {
  const status = statusOf(page)
  const body = htmlPage(page, '')
  const reason = status === 400 ? 'Bad Request' : 'Request Timeout'
  const headers = ['Content-Type', htmlType, ...pageHeaders, 'Connection', 'close']
  let head = `HTTP/1.1 ${status} ${reason}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n`
  for (let at = 0; at < headers.length; at += 2) head += `${headers[at]}: ${headers[at + 1]}\r\n`
  return `${head}\r\n${body}`
}
