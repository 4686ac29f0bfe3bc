import type * as NodeHttp from 'node:http'
import * as https from 'node:https'
import { createRequire } from 'node:module'
import { unreachable } from '#client/http/unreachable.ts'
import { programVersion } from '#kit/build-identity/read-build.ts'

/** An `import` would also load what other clients in it need, a fifth of the time in which a command starts. */
const http: typeof NodeHttp = createRequire(import.meta.url)('node:http')

export interface OutgoingRequest {
  method: string
  url: URL
  headers: Record<string, string>
  body?: string | Uint8Array
  /** Aborts the request and the reading of its response. */
  signal: AbortSignal
}

/** Connection pool for one server. */
export interface Transport {
  /** Sends a request and returns the response head; the body is still unread. */
  send(request: OutgoingRequest): Promise<NodeHttp.IncomingMessage>
  /** Closes idle connections. */
  close(): void
}

export function openTransport(ca: string | undefined): Transport {
  const plainAgent = new http.Agent({ keepAlive: true })
  const agentHeader = { 'user-agent': `berth/${programVersion()}` }
  const tlsAgent = new https.Agent({ keepAlive: true, ...(ca ? { ca } : {}) })

  const attempt = (
    { method, url, headers, body, signal }: OutgoingRequest,
    again: boolean,
  ): Promise<NodeHttp.IncomingMessage> =>
    new Promise((resolve, reject) => {
      const secure = url.protocol === 'https:'
      const request = (secure ? https : http).request(url, {
        method,
        headers: {
          ...agentHeader,
          ...headers,
          ...(body !== undefined && { 'content-length': length(body) }),
        },
        signal,
        agent: secure ? tlsAgent : plainAgent,
      })
      request.on('response', resolve)
      request.on('error', (error: NodeJS.ErrnoException) => {
        // The server may close an idle connection while it is being reused; a POST may already have been processed.
        const stale = request.reusedSocket && error.code === 'ECONNRESET' && method !== 'POST'
        if (again && stale)
          resolve(attempt({ method, url, headers, ...(body ? { body } : {}), signal }, false))
        else reject(unreachable(url.origin, error))
      })
      request.end(body)
    })

  return {
    send: (request) => attempt(request, true),
    close() {
      plainAgent.destroy()
      tlsAgent.destroy()
    },
  }
}

const length = (body: string | Uint8Array) => String(Buffer.byteLength(body))
