import type { IncomingMessage } from 'node:http'
import { ClientRequest } from '#kit/net/http.ts'
import { hasBody } from '#routers/node/proxy/body.ts'
import { towardsApplication } from '#routers/node/proxy/headers.ts'
import type { ParsedRequest } from '#routers/node/proxy/parse-request.ts'
import { fresh } from './connect.ts'
import type { Upstream } from './upstream.ts'

const maxHead = 64 * 1024
const sentTwiceSafely = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE', 'PUT', 'DELETE'])
const bodiless = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE', 'DELETE'])

/** A connection kept open after an earlier request, or one for this request alone. */
export type Connection = 'kept' | 'fresh'

/** A visitor's request as it is sent to the application, as often as it takes. */
export class UpstreamRequest {
  readonly hasBody: boolean
  /** Whether an application that may have seen it can be sent it again (RFC 9110, 9.2.2). */
  readonly maySendTwice: boolean
  readonly #method: string
  readonly #path: string
  readonly #headers: string[]

  constructor(request: IncomingMessage, { visit, path, upgrade }: ParsedRequest) {
    const { headers, rawHeaders, method = 'GET' } = request
    this.hasBody = hasBody(request)
    this.maySendTwice = !this.hasBody && sentTwiceSafely.has(method)
    this.#method = method
    this.#path = path
    this.#headers = towardsApplication(rawHeaders, visit, upgrade?.protocol)
    const encoding = headers['transfer-encoding']
    if (encoding !== undefined) {
      this.#headers.push('Transfer-Encoding', encoding)
      if (headers.trailer) this.#headers.push('Trailer', headers.trailer)
    } else if (headers['content-length'] === undefined && !bodiless.has(method)) {
      this.#headers.push('Content-Length', '0')
    }
  }

  /** Begins to send it; `undefined` when Node, which reads more than it agrees to write, will not. */
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
