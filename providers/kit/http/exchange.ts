import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { failureBody } from '#protocol/failure.ts'
import { DeclinedError } from '#providers/kit/declined.ts'

/** What we answer. */
export interface Answer {
  status: number
  headers?: Record<string, string>
  body?: string
  /** Sent in place of the body; `content-length` is among the headers. */
  stream?: Readable
  /** Done once the answer is on its way, for what must not come before it. */
  afterwards?: () => void
}

const maxBytes = 1024 * 1024
const patience = 10_000

export const json = (status: number, value: unknown): Answer => ({
  status,
  headers: { 'content-type': 'application/json; charset=utf-8' },
  body: JSON.stringify(value),
})

/** A page that runs no script and loads nothing from elsewhere. */
export const page = (status: number, body: string): Answer => ({
  status,
  headers: {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'",
    'referrer-policy': 'no-referrer',
  },
  body: `<!doctype html><meta charset="utf-8">${body}`,
})

/** The convention for a refusal: the message is for the customer. */
export const failure = (status: number, message: string): Answer =>
  json(status, failureBody(message))

/** For a method that means nothing at this address. */
export const notAllowed = (allow: string): Answer => ({
  ...failure(405, `Here only ${allow} is answered.`),
  headers: { allow, 'content-type': 'application/json' },
})

/** The body of a request as text, no more of it and no longer than we can bear. */
export async function readText(request: IncomingMessage): Promise<string> {
  const late = setTimeout(() => request.destroy(), patience)
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of request) {
      size += (chunk as Buffer).length
      if (size > maxBytes) throw new DeclinedError('The body is larger than 1 MiB.', 413)
      chunks.push(chunk as Buffer)
    }
  } catch (error) {
    if (error instanceof DeclinedError) throw error
    throw new DeclinedError('The request ended in the middle.', 400)
  } finally {
    clearTimeout(late)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** The body of a call as the JSON that it must be. */
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

/** The body of a call as the form that it must be. */
export async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  if (!/^application\/x-www-form-urlencoded\b/i.test(request.headers['content-type'] ?? ''))
    throw new DeclinedError('The body must be a form.', 415)
  return new URLSearchParams(await readText(request))
}

export function send(response: ServerResponse, request: IncomingMessage, answer: Answer): void {
  const { status, headers = {}, body = '', stream, afterwards } = answer
  // What is left of a body that nobody read would be taken for the next request.
  const unread = request.complete ? {} : { connection: 'close' }
  if (afterwards) response.once('close', afterwards)
  response.writeHead(status, {
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    ...(status === 204 || stream ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
    ...headers,
    ...unread,
  })
  // Whoever asked sees by the length that it broke off.
  if (stream) void pipeline(stream, response).catch(() => {})
  else response.end(body)
}
