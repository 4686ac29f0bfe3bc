import type { IncomingMessage } from 'node:http'
import { percentEncode } from '#kit/crypto/oauth1.ts'
import { type ApiError, apiError } from './api-error.ts'
import type { Credentials } from './credentials.ts'
import { plaintextHeader, signedHeader } from './oauth1.ts'
import { openTransport } from './transport.ts'
import { UnreachableError, unreachable } from './unreachable.ts'

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

export type Query = Record<string, string | number | undefined>

export interface ApiRequest {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  query?: Query
  /** Sent as JSON. */
  body?: unknown
  /** Sent unchanged, instead of a JSON body. */
  bytes?: Buffer
  headers?: Record<string, string>
  /** Overrides the timeout of the connection, in milliseconds. */
  timeout?: number
}

export interface StreamRequest {
  path: string
  query?: Query
  headers?: Record<string, string>
  signal: AbortSignal
}

/** Connection to one API with one set of credentials. */
export interface Connection {
  /** Origin of the API. */
  api: string
  /** Returns the response's JSON, `undefined` without a body; throws `ApiError` or `UnreachableError`. */
  ask<Answer>(request: ApiRequest): Promise<Answer>
  /** Returns the response with its body unread; throws as `ask` does. */
  stream(request: StreamRequest): Promise<IncomingMessage>
  /** Closes idle connections. */
  close(): void
}

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

  return {
    api,

    async ask<Answer>(request: ApiRequest): Promise<Answer> {
      const { method, path, query, body, bytes, headers } = request
      const url = address(api, path, query)
      const content = bytes ?? (body === undefined ? undefined : JSON.stringify(body))
      const type = bytes ? 'application/octet-stream' : 'application/json'
      const response = await transport.send({
        method,
        url,
        headers: {
          accept: 'application/json',
          ...(content === undefined ? {} : { 'content-type': type }),
          ...headers,
          ...headersFor(method, url),
        },
        ...(content === undefined ? {} : { body: content }),
        signal: AbortSignal.timeout(request.timeout ?? timeout),
      })
      const text = await textOf(response, url)
      if (!isGood(response)) throw errorOf(response, text)
      return (text === '' ? undefined : parsed(text, url)) as Answer
    },

    async stream({ path, query, headers, signal }) {
      const url = address(api, path, query)
      const response = await transport.send({
        method: 'GET',
        url,
        headers: { accept: 'text/event-stream', ...headers, ...headersFor('GET', url) },
        signal,
      })
      if (!isGood(response)) throw errorOf(response, await textOf(response, url))
      return response
    },

    close: () => transport.close(),
  }
}

function address(api: string, path: string, query: Query = {}): URL {
  const url = new URL(path, api)
  // Spaces as %20, which every server decodes the same way before it verifies the signature.
  url.search = Object.entries(query)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${percentEncode(name)}=${percentEncode(String(value))}`)
    .join('&')
  return url
}

const isGood = ({ statusCode = 0 }: IncomingMessage) => statusCode >= 200 && statusCode < 300

const errorOf = (response: IncomingMessage, text: string): ApiError =>
  apiError(response.statusCode ?? 0, response.headers['content-type'] ?? '', text)

const sizeLimit = 64 * 1024 * 1024

async function textOf(response: IncomingMessage, url: URL): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > sizeLimit) throw new UnreachableError(url.origin, 'not-the-api')
      chunks.push(chunk)
    }
  } catch (error) {
    throw unreachable(url.origin, error)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function parsed(text: string, url: URL): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new UnreachableError(url.origin, 'not-the-api', error)
  }
}
