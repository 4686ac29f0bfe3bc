import { request as plainRequest } from 'node:http'
import { request as secureRequest } from 'node:https'
import { programVersion } from '#kit/build-identity/read-build.ts'

/** A request to the provider. */
export interface Call {
  method: string
  url: string
  headers?: Record<string, string>
  body?: string
}

/** The provider's response. */
export interface Reply {
  /** HTTP status; 0 without a response. */
  status: number
  /** Header names in lower case. */
  headers: Record<string, string>
  /** All `Set-Cookie` values. */
  cookies: string[]
  text: string
  /** The parsed body, if it is JSON. */
  json: unknown
  milliseconds: number
  /** Why there was no response. */
  failure?: string
}

const maxBytes = 1024 * 1024

/** Sends one request on its own connection; network errors are returned as replies, never thrown. */
export function makeCall(call: Call, timeout: number): Promise<Reply> {
  const start = performance.now()
  const since = () => Math.round(performance.now() - start)
  return new Promise((resolve) => {
    const silent = (failure: string) =>
      resolve({
        status: 0,
        headers: {},
        cookies: [],
        text: '',
        json: undefined,
        failure,
        milliseconds: since(),
      })
    const make = call.url.startsWith('https:') ? secureRequest : plainRequest
    const headers = {
      'user-agent': `berth-provider-test/${programVersion()}`,
      accept: 'application/json',
      ...(call.body === undefined
        ? {}
        : { 'content-length': String(Buffer.byteLength(call.body)) }),
      ...call.headers,
    }
    const request = make(call.url, { method: call.method, headers, agent: false })
    const late = setTimeout(() => {
      request.destroy()
      silent(`no answer within ${timeout / 1000} s`)
    }, timeout)
    request.once('close', () => clearTimeout(late))
    request.once('error', (error: NodeJS.ErrnoException) => silent(error.code ?? error.message))
    request.once('response', (response) => {
      const chunks: Buffer[] = []
      let size = 0
      response.on('data', (chunk: Buffer) => {
        size += chunk.length
        chunks.push(chunk)
        if (size <= maxBytes) return
        request.destroy()
        silent('the answer is larger than 1 MiB')
      })
      response.once('error', (error) => silent(error.message))
      response.once('end', () => {
        const text = Buffer.concat(chunks).toString('utf8')
        resolve({
          status: response.statusCode ?? 0,
          headers: Object.fromEntries(
            Object.entries(response.headers).map(([name, value]) => [name, String(value)]),
          ),
          cookies: response.headers['set-cookie'] ?? [],
          text,
          json: parsed(text),
          milliseconds: since(),
        })
      })
    })
    request.end(call.body)
  })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Short description of a response, for sentences. */
export const answerOf = ({ status, failure }: Reply): string =>
  status === 0 ? `no answer (${failure})` : String(status)

export const isDone = ({ status }: Reply): boolean => status >= 200 && status < 300
