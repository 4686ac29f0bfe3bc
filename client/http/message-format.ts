import { percentEncode } from '#kit/crypto/oauth1.ts'
import type { ApiRequest, Query } from './connection.ts'
import { UnreachableError } from './unreachable.ts'

/** Address of a call. */
export function addressOf(api: string, path: string, query: Query = {}): URL {
  const url = new URL(path, api)
  // Spaces as %20, which every server decodes the same way before it verifies the signature.
  url.search = Object.entries(query)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${percentEncode(name)}=${percentEncode(String(value))}`)
    .join('&')
  return url
}

/** Body of a request and the headers that belong to it. */
export function contentOf({ body, bytes }: Pick<ApiRequest, 'body' | 'bytes'>): {
  content?: string | Uint8Array<ArrayBuffer>
  headers: Record<string, string>
} {
  if (bytes) return { content: bytes, headers: { 'content-type': 'application/octet-stream' } }
  if (body === undefined) return { headers: {} }
  return { content: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
}

/** Parses the text of a successful response; `undefined` without a body. */
export function answerIn(text: string, url: URL): unknown {
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new UnreachableError(url.origin, 'not-the-api', error)
  }
}
