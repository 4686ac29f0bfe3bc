import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { failureBody } from '#protocol/failure.ts'
import { DeclinedError } from '#providers/kit/declined.ts'

/** An HTTP response. */
export interface Answer {
  status: number
  headers?: Record<string, string>
  body?: string
  /** Sent in place of the body; the headers contain `content-length`. */
  stream?: Readable
  /** Called once the response is being sent, for work that must not come before it. */
  afterwards?: () => void
}

const megabyte = 1024 * 1024
const maxBytes = megabyte
const timeout = 10_000

export const json = (status: number, value: unknown): Answer => ({
  status,
  headers: { 'content-type': 'application/json; charset=utf-8' },
  body: JSON.stringify(value),
})

/** A page without scripts and external resources. */
export const page = (status: number, body: string): Answer => ({
  status,
  headers: {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'",
    'referrer-policy': 'no-referrer',
  },
  body: `<!doctype html><meta charset="utf-8">${body}`,
})

/** Error response of the protocol: the message is for the customer. */
export const failure = (status: number, message: string): Answer =>
  json(status, failureBody(message))

/** For an unsupported method. */
export const notAllowed = (allow: string): Answer => ({
  ...failure(405, `Here only ${allow} is answered.`),
  headers: { allow, 'content-type': 'application/json' },
})

/** Body of a request, with limits of size and time. */
export async function readBody(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const late = setTimeout(() => request.destroy(), timeout)
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of request) {
      size += (chunk as Buffer).length
      if (size > maxBytes)
        throw new DeclinedError(`The body is larger than ${maxBytes / megabyte} MiB.`, 413)
      chunks.push(chunk as Buffer)
    }
  } catch (error) {
    if (error instanceof DeclinedError) throw error
    throw new DeclinedError('The request ended in the middle.', 400)
  } finally {
    clearTimeout(late)
  }
  return Buffer.concat(chunks)
}

const readText = async (request: IncomingMessage): Promise<string> =>
  (await readBody(request, maxBytes)).toString('utf8')

/** Body of a call, parsed as JSON. */
export async function readJson(request: IncomingMessage): Promise<unknown> {
  if (!/^application\/json\b/i.test(request.headers['content-type'] ?? ''))
    throw new DeclinedError('The body must be application/json.', 415)
  const text = await readText(request)
  try {
    return JSON.parse(text)
  } catch {
    throw new DeclinedError('The body is not valid JSON.', 400)
  }
}

/** Body of a call, parsed as a form. */
export async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  if (!/^application\/x-www-form-urlencoded\b/i.test(request.headers['content-type'] ?? ''))
    throw new DeclinedError('The body must be a form.', 415)
  return new URLSearchParams(await readText(request))
}

export function send(response: ServerResponse, request: IncomingMessage, answer: Answer): void {
  const { status, headers = {}, body = '', stream, afterwards } = answer
  // The rest of an unread body would be taken for the next request.
  const unread = request.complete ? {} : { connection: 'close' }
  if (afterwards) response.once('close', afterwards)
  response.writeHead(status, {
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    ...(status === 204 || stream ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
    ...headers,
    ...unread,
  })
  // The client detects the interruption by the length.
  if (stream) void pipeline(stream, response).catch(() => {})
  else response.end(body)
}
