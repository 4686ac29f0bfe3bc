import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { AccessCredentials } from '#client/http/node/credentials.ts'

export const credentials: AccessCredentials = {
  consumerKey: 'consumerKey1',
  consumerSecret: 'consumerSecret1',
  token: 'token1',
  secret: 'secret1',
}

export interface ReceivedCall {
  method: string
  path: string
  query: Record<string, string>
  headers: IncomingMessage['headers']
  body: unknown
}

/**
 * Handler of a request: a value is sent as JSON with status 200, `undefined` as 404; a function takes over the
 * response.
 */
export type Answer = (heard: ReceivedCall, match: RegExpExecArray) => unknown
export type TakeOver = (response: ServerResponse) => void

export interface FakeApi extends AsyncDisposable {
  url: string
  /** Every request with a valid signature, or that needed none. */
  heard: ReceivedCall[]
  /** Handlers by pattern of `METHOD /path`; the first match is used. */
  answers: [pattern: RegExp, answer: Answer][]
}

/** A status other than 200, with its body. */
export const status =
  (code: number, body: unknown): TakeOver =>
  (response) => {
    response.writeHead(code, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }

/** A fake API with the handlers of a test, which refuses requests without a valid signature. */
export async function startFakeApi(answers: FakeApi['answers'] = []): Promise<FakeApi> {
  const heard: ReceivedCall[] = []
  const api: FakeApi = {
    url: '',
    heard,
    answers,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', api.url)
    const { method = '', headers } = request
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const text = Buffer.concat(chunks).toString()
    const open = ['/v2/self/cli_tokens', '/v4/platform'].includes(url.pathname)
    if (!open && !isSigned(method, url, headers.authorization ?? ''))
      return status(401, { id: 2001, message: 'Not authenticated', type: 'error' })(response)
    const query = Object.fromEntries(url.searchParams)
    const one = { method, path: url.pathname, query, headers, body: text && JSON.parse(text) }
    heard.push(one)
    for (const [pattern, answer] of api.answers) {
      const match = pattern.exec(`${method} ${url.pathname}`)
      if (!match) continue
      const value = answer(one, match)
      if (typeof value === 'function') return value(response)
      if (value !== undefined) return status(200, value)(response)
    }
    status(404, { id: 4004, message: 'There is no such thing', type: 'error' })(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  api.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return api
}

/** Verifies a signature with an independent implementation, not the code under test. */
export function isSigned(method: string, url: URL, authorization: string): boolean {
  if (authorization === 'Bearer apiToken1') return true
  const given = new Map<string, string>()
  for (const [, name = '', value = ''] of authorization.matchAll(/(oauth_\w+)="([^"]*)"/g))
    given.set(name, decodeURIComponent(value))
  if (given.get('oauth_consumer_key') !== credentials.consumerKey) return false
  if (given.get('oauth_token') !== credentials.token) return false
  const signature = given.get('oauth_signature') ?? ''
  const key = `${credentials.consumerSecret}&${credentials.secret}`
  if (given.get('oauth_signature_method') === 'PLAINTEXT') return signature === key

  given.delete('oauth_signature')
  const pairs = [...given, ...url.searchParams].map(
    ([name, value]) => `${strict(name)}=${strict(value)}`,
  )
  const text = `${method}&${strict(url.origin + url.pathname)}&${strict(pairs.sort().join('&'))}`
  const expected = createHmac('sha512', key).update(text).digest()
  const actual = Buffer.from(signature, 'base64')
  return actual.length === expected.length && timingSafeEqual(actual, expected)
}

const strict = (text: string) =>
  Array.from(Buffer.from(text), (byte) =>
    /[A-Za-z0-9._~-]/.test(String.fromCharCode(byte))
      ? String.fromCharCode(byte)
      : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`,
  ).join('')
