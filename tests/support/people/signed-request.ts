import assert from 'node:assert/strict'
import { Agent, type IncomingMessage, request } from 'node:http'
import { signedHeader } from '#client/http/node/oauth1.ts'
import type { TestBerth } from '#tests/support/platform/berth.ts'

export interface Answer {
  status: number
  headers: IncomingMessage['headers']
  text: string
  json: Record<string, unknown>
}

export interface RawRequest {
  /** Sent unchanged. */
  body?: string | Buffer
  headers?: Record<string, string>
  /** Absent: signed with the first account's token. Empty: none. */
  authorization?: string
  /** Origin of the listener; absent: the API. */
  at?: string
}

const timeout = 300_000
const agent = new Agent({ keepAlive: true, maxSockets: 8 })

/** Response head of a request that is signed but may be malformed. */
export function openRequest(
  { addresses, admin }: Pick<TestBerth, 'addresses' | 'admin'>,
  method: string,
  path: string,
  { body, headers, authorization, at = addresses.api }: RawRequest = {},
): Promise<IncomingMessage> {
  const url = new URL(path, at)
  return new Promise((resolve, reject) => {
    const asking = request({
      agent,
      method,
      path,
      host: url.hostname,
      port: url.port,
      headers: {
        ...(authorization !== '' && {
          authorization: authorization ?? signedHeader(admin, method, url),
        }),
        ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }),
        ...headers,
      },
      timeout,
    })
    asking.on('timeout', () => asking.destroy(new Error(`${method} ${path} was not answered`)))
    asking.on('error', reject)
    asking.on('response', resolve)
    asking.end(body)
  })
}

/** Complete response, whose body is JSON or empty. */
export async function sendRequest(
  berth: TestBerth,
  method: string,
  path: string,
  more?: RawRequest,
): Promise<Answer> {
  const response = await openRequest(berth, method, path, more)
  let text = ''
  for await (const chunk of response.setEncoding('utf8')) text += chunk
  const { statusCode: status = 0, headers } = response
  return { status, headers, text, json: text === '' ? {} : JSON.parse(text) }
}

/** Asserts a refusal in the shape of its API version and returns its message. */
export function refusalOf({ status, json }: Answer, wanted: number, version: 'v2' | 'v4'): string {
  assert.equal(status, wanted, JSON.stringify(json))
  const names = Object.keys(json).filter((name) => version === 'v4' || name !== 'fields')
  const shape =
    version === 'v2' ? ['id', 'message', 'type'] : ['apiRequestId', 'code', 'context', 'error']
  assert.deepEqual(names.sort(), shape)
  if (version === 'v2') assert.equal(typeof json.id, 'number')
  const sentence = version === 'v2' ? json.message : json.error
  assert.ok(typeof sentence === 'string' && /^.{10,}\.$/s.test(sentence), String(sentence))
  return sentence
}
