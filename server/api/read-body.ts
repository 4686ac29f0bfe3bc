import type { IncomingMessage } from 'node:http'
import type { Problems, Schema } from '#kit/schema.ts'
import { Refusal } from '#platform/refusal.ts'
import type { Call } from './endpoint.ts'

/** In bytes. */
export const largestBody = 4 * 1024 * 1024
/**
 * What strangers may have us hold, and what a form may have: the time that Node takes to read one grows with the
 * square of its length, to minutes for one of a few megabytes.
 */
export const largestForm = 64 * 1024

/** The body as it came; refuses more than we want to hold. */
export async function readBytes(request: IncomingMessage, largest: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  // Destroyed in the middle of a body, the connection would never hear the next request.
  const parts: AsyncIterable<Buffer> = request.iterator({ destroyOnReturn: false })
  try {
    for await (const chunk of parts) {
      size += chunk.length
      if (size > largest) break
      chunks.push(chunk)
    }
  } catch {
    throw new Refusal('invalid', 'The body broke off before its end.')
  }
  if (size <= largest) return Buffer.concat(chunks)
  throw new Refusal('invalid', `The body is larger than ${inWords(largest)}.`)
}

const inWords = (bytes: number) => {
  const kilobytes = bytes / 1024
  return kilobytes < 1024 ? `${kilobytes} kB` : `${kilobytes / 1024} MB`
}

/** Whether the body is one of `name=value` pairs, which signatures of OAuth 1 cover. */
export function isForm({ headers }: Pick<Call, 'headers'>): boolean {
  return /^application\/x-www-form-urlencoded\b/i.test(String(headers['content-type'] ?? ''))
}

/** JSON of the given shape. Clients send bare strings as bodies, and nothing at all with a JSON content type. */
export function parseBody<T>(bytes: Buffer, schema: Schema<T>): T {
  const problems: Problems = Object.create(null)
  const value = schema.read(decodeBody(bytes, schema), '', problems)
  const names = Object.keys(problems)
  if (names.length === 0) return value as T
  const list = names.map((name) => `${name || 'the body'} ${problems[name]}`).join('; ')
  throw new Refusal('invalid', `The body cannot be used: ${list}.`, { fields: problems })
}

function decodeBody<T>(bytes: Buffer, schema: Schema<T>): unknown {
  if (schema.form === 'bytes') return bytes
  const text = bytes.toString('utf8')
  return schema.form === 'text' ? text : parseJson(text)
}

function parseJson(text: string): unknown {
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new Refusal('invalid', `The body is not JSON: ${(error as Error).message}.`)
  }
}
