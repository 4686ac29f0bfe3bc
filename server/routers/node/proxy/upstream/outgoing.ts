import { ClientRequest } from '#kit/net/http.ts'
import { hasBody } from '#routers/node/proxy/body.ts'
import { towardsApplication } from '#routers/node/proxy/headers.ts'
import type { ParsedRequest } from '#routers/node/proxy/parse-request.ts'
import type { VisitorRequest } from '#routers/node/proxy/visitor.ts'
import { fresh } from './connect.ts'
import type { Upstream } from './upstream.ts'

const maxHead = 64 * 1024
const sentTwiceSafely = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE', 'PUT', 'DELETE'])
const bodiless = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE', 'DELETE'])

/** A keep-alive connection, or a new one for this request. */
export type Connection = 'kept' | 'fresh'

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

  /** Starts sending; `undefined` when Node refuses to write what it has parsed. */
  sendTo({ host, port, pool }: Upstream, connection: Connection): ClientRequest | undefined {
    try {
      return new ClientRequest({
        host,
        port,
        method: this.#method,
        path: this.#path,
        headers: this.#headers,
        agent: connection === 'kept' ? pool : fresh,
        maxHeaderSize: maxHead,
      })
    } catch {
      return undefined
    }
  }
}
