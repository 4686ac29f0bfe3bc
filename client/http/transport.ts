import * as http from 'node:http'
import * as https from 'node:https'
import { unreachable } from './unreachable.ts'

export interface OutgoingRequest {
  method: string
  url: URL
  headers: Record<string, string>
  body?: string | Buffer
  /** Ends the request and the reading of its answer. */
  signal: AbortSignal
}

/** Connections to one server, kept open between requests. */
export interface Transport {
  /** Sends a request and gives back the head of the answer; its body is still to be read. */
  send(request: OutgoingRequest): Promise<http.IncomingMessage>
  /** Closes the idle connections. */
  close(): void
}

export function openTransport(ca: string | undefined): Transport {
  const plainAgent = new http.Agent({ keepAlive: true })
  const tlsAgent = new https.Agent({ keepAlive: true, ...(ca ? { ca } : {}) })

  const attempt = (
    { method, url, headers, body, signal }: OutgoingRequest,
    again: boolean,
  ): Promise<http.IncomingMessage> =>
    new Promise((resolve, reject) => {
      const secure = url.protocol === 'https:'
      const request = (secure ? https : http).request(url, {
        method,
        headers: body === undefined ? headers : { ...headers, 'content-length': length(body) },
        signal,
        agent: secure ? tlsAgent : plainAgent,
      })
      request.on('response', resolve)
      request.on('error', (error: NodeJS.ErrnoException) => {
        // The server may close an idle connection at the very moment it is used again; a POST may have been heard.
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

const length = (body: string | Buffer) => String(Buffer.byteLength(body))
