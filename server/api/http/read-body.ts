import type { IncomingMessage } from 'node:http'
import { defaultJsonLimits, exceededLimit } from '#api/limits/json-limits.ts'
import { TooLargeError } from '#api/limits/too-large.ts'
import { encodingOf, read, type Schema } from '#kit/schema.ts'
import { Refusal } from '#platform/refusal.ts'
import type { Call } from './endpoint.ts'

/** Of endpoints that do not say otherwise. */
export const defaultMaxBytes = 64 * 1024

/** The body as it came; refuses more than the endpoint takes, without reading it when its length is declared. */
export async function readBytes(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw bodyTooLarge(maxBytes)
  const chunks: Buffer[] = []
  let size = 0
  // Destroyed in the middle of a body, the connection would never hear the next request.
  const parts: AsyncIterable<Buffer> = request.iterator({ destroyOnReturn: false })
  try {
    for await (const chunk of parts) {
      size += chunk.length
      if (size > maxBytes) break
      chunks.push(chunk)
    }
  } catch {
    throw new Refusal('invalid', 'The body is incomplete.')
  }
  if (size <= maxBytes) return Buffer.concat(chunks)
  throw bodyTooLarge(maxBytes)
}

const bodyTooLarge = (maxBytes: number) =>
  new TooLargeError(`The body is larger than ${inWords(maxBytes)}.`)

const inWords = (bytes: number) => {
  const kilobytes = bytes / 1024
  return kilobytes < 1024 ? `${kilobytes} kB` : `${kilobytes / 1024} MB`
}

/** A caller that sends nonsense is told some of it. */
const maxToldProblems = 50

/** Whether the body is one of `name=value` pairs, which signatures of OAuth 1 cover. */
export function isForm({ headers }: Pick<Call, 'headers'>): boolean {
  return /^application\/x-www-form-urlencoded\b/i.test(String(headers['content-type'] ?? ''))
}

/** JSON of the given shape. Clients send bare strings as bodies, and nothing at all with a JSON content type. */
export function parseBody<T>(
  bytes: Buffer,
  schema: Schema<T>,
  maxValues = defaultJsonLimits.maxValues,
): T {
  const { value, problems } = read(schema, decodeBody(bytes, schema, maxValues))
  if (!problems) return value
  const found = [...problems]
  const told = found.slice(0, maxToldProblems).map(([name, why]) => [name.slice(0, 200), why])
  const list = told.map(([name, why]) => `${name || 'the body'} ${why}`).join('; ')
  const rest = found.length > told.length ? `; and ${found.length - told.length} more` : ''
  throw new Refusal('invalid', `Invalid body: ${list}${rest}.`, {
    fields: Object.fromEntries(told),
  })
}

function decodeBody<T>(bytes: Buffer, schema: Schema<T>, maxValues: number): unknown {
  const encoding = encodingOf(schema)
  if (encoding === 'bytes') return bytes
  if (encoding === 'json') refuseLargeJson(bytes, maxValues)
  const text = bytes.toString('utf8')
  return encoding === 'text' ? text : parseJson(text)
}

function refuseLargeJson(bytes: Buffer, maxValues: number): void {
  const { maxDepth } = defaultJsonLimits
  const exceeded = exceededLimit(bytes, { maxValues, maxDepth })
  if (exceeded === 'maxValues')
    throw new TooLargeError(`The body has more than ${maxValues} values.`)
  if (exceeded === 'maxDepth') {
    throw new TooLargeError(`The body is nested more than ${maxDepth} levels deep.`)
  }
}

function parseJson(text: string): unknown {
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new Refusal('invalid', `The body is not JSON: ${(error as Error).message}.`)
  }
}
