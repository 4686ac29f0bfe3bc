import type { IncomingMessage } from 'node:http'
import { type ApiError, apiError } from '#client/http/api-error.ts'
import type { ApiRequest, Connection } from '#client/http/connection.ts'
import { addressOf, answerIn, contentOf } from '#client/http/message-format.ts'
import { UnreachableError, unreachable } from '#client/http/unreachable.ts'
import type { Credentials } from './credentials.ts'
import { plaintextHeader, signedHeader } from './oauth1.ts'
import { openTransport } from './transport.ts'

export interface ConnectionOptions {
  /** Origin of the API, or of the bridge for an API token. */
  api: string
  /** Absent: only public endpoints can be called. */
  credentials?: Credentials
  /** Certificate authority of the server, in PEM; absent: the system's authorities. */
  ca?: string
  /** Signature method, by default HMAC-SHA512; PLAINTEXT sends the secrets themselves. */
  signing?: 'HMAC-SHA512' | 'PLAINTEXT'
  /** Timeout of a request including its response body, in milliseconds. */
  timeout?: number
}

/** The connection of programs: keeps sockets, trusts the given authority, and signs each request. */
export function connect(options: ConnectionOptions): Connection {
  const { api, credentials, ca, signing, timeout = 30_000 } = options
  const transport = openTransport(ca)

  const headersFor = (method: string, url: URL): Record<string, string> => {
    if (!credentials) return {}
    if ('apiToken' in credentials) return { authorization: `Bearer ${credentials.apiToken}` }
    const isPlain = signing === 'PLAINTEXT'
    return {
      authorization: isPlain
        ? plaintextHeader(credentials)
        : signedHeader(credentials, method, url),
    }
  }

  const exchange = async (request: ApiRequest, url: URL) => {
    const { method, headers, signal } = request
    const { content, headers: contentHeaders } = contentOf(request)
    const late = AbortSignal.timeout(request.timeout ?? timeout)
    const response = await transport.send({
      method,
      url,
      headers: {
        accept: 'application/json',
        ...contentHeaders,
        ...headers,
        ...headersFor(method, url),
      },
      ...(content === undefined ? {} : { body: content }),
      signal: signal ? AbortSignal.any([signal, late]) : late,
    })
    return { response, text: await textOf(response, url) }
  }

  return {
    api,

    async ask<Answer>(request: ApiRequest): Promise<Answer> {
      const url = addressOf(api, request.path, request.query)
      const { response, text } = await exchange(request, url).catch((error: unknown) => {
        request.signal?.throwIfAborted()
        throw error
      })
      if (!isGood(response)) throw responseError(response, text)
      return answerIn(text, url) as Answer
    },

    async stream({ path, query, headers, signal }) {
      const url = addressOf(api, path, query)
      const response = await transport.send({
        method: 'GET',
        url,
        headers: { accept: 'text/event-stream', ...headers, ...headersFor('GET', url) },
        signal,
      })
      if (!isGood(response)) throw responseError(response, await textOf(response, url))
      return { contentType: response.headers['content-type'] ?? '', bytes: response }
    },

    async openSocket(request) {
      const { openSocket } = await import('./open-socket.ts')
      const url = addressOf(api, request.path, request.query)
      return openSocket(url, { ...request, headers: headersFor('GET', url), ca })
    },

    close: () => transport.close(),
  }
}

const isGood = ({ statusCode = 0 }: IncomingMessage) => statusCode >= 200 && statusCode < 300

const responseError = ({ statusCode = 0, headers }: IncomingMessage, text: string): ApiError =>
  apiError(statusCode, headers['content-type'] ?? '', text, String(headers['x-request-id'] ?? ''))

const maxBytes = 64 * 1024 * 1024

async function textOf(response: IncomingMessage, url: URL): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > maxBytes) throw new UnreachableError(url.origin, 'not-the-api')
      chunks.push(chunk)
    }
  } catch (error) {
    throw unreachable(url.origin, error)
  }
  return Buffer.concat(chunks).toString('utf8')
}
