import { ClientRequest } from '#kit/net/http.ts'
import { hasBody } from '#routers/node/proxy/body.ts'
import { towardsApplication } from '#routers/node/proxy/headers.ts'
import type { ParsedRequest } from '#routers/node/proxy/parse-request.ts'
import type { VisitorRequest } from '#routers/node/proxy/visitor.ts'
import { fresh } from './connect.ts'
import type { Exchange, ExchangeEvents } from './exchange.ts'
import { FreshExchange } from './fresh-exchange.ts'
import { maxHead } from './kept-connection.ts'
import type { Upstream } from './upstream.ts'

const sentTwiceSafely = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE', 'PUT', 'DELETE'])
const bodiless = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE', 'DELETE'])

/** A visitor's request as sent to the application, possibly several times. */
export class UpstreamRequest {
  readonly hasBody: boolean
  /** Whether it is idempotent and can be sent again (RFC 9110, 9.2.2). */
  readonly maySendTwice: boolean
  readonly #method: string
  readonly #path: string
  readonly #headers: string[]

  constructor(request: VisitorRequest, parsed: ParsedRequest) {
    const { headers, rawHeaders, method = 'GET' } = request
    this.hasBody = hasBody(request)
    this.maySendTwice = !this.hasBody && sentTwiceSafely.has(method)
    this.#method = method
    this.#path = parsed.path
    this.#headers = towardsApplication(rawHeaders, parsed)
    const encoding = headers['transfer-encoding']
    if (encoding !== undefined) {
      this.#headers.push('Transfer-Encoding', encoding)
      if (headers.trailer) this.#headers.push('Trailer', headers.trailer)
    } else if (headers['content-length'] === undefined && !bodiless.has(method)) {
      this.#headers.push('Content-Length', '0')
    }
  }

  /** Sends a request without a body over a kept connection; `undefined` when it cannot be written. */
  sendKept(upstream: Upstream, events: ExchangeEvents): Exchange | undefined {
    const head = headOf(this.#method, this.#path, this.#headers)
    return head === undefined ? undefined : upstream.send({ method: this.#method, head }, events)
  }

  /** Begins to send over a new connection; `undefined` when Node refuses to write what it has parsed. */
  openFresh(upstream: Upstream, events: ExchangeEvents): FreshExchange | undefined {
    const { host, port } = upstream
    try {
      const client = new ClientRequest({
        host,
        port,
        method: this.#method,
        path: this.#path,
        headers: this.#headers,
        agent: fresh,
        maxHeaderSize: maxHead,
      })
      return new FreshExchange(client, upstream, events)
    } catch {
      return undefined
    }
  }
}

/** What `node:http` refuses in a path and in the value of a header. The names are tokens, or no parser had passed them. */
const notInPath = /[^\x21-\xff]/
const notInValue = /[^\t\x20-\x7e\x80-\xff]/

function headOf(method: string, path: string, headers: string[]): string | undefined {
  if (notInPath.test(path)) return undefined
  let head = `${method} ${path} HTTP/1.1\r\n`
  for (let at = 0; at < headers.length; at += 2) {
    const value = headers[at + 1] as string
    if (notInValue.test(value)) return undefined
    head += `${headers[at]}: ${value}\r\n`
  }
  return `${head}Connection: keep-alive\r\n\r\n`
}
