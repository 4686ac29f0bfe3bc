import { readForm } from '#api/limits/form-parameters.ts'
import { defaultJsonLimits, exceededLimit } from '#api/limits/json-limits.ts'
import { TooLargeError } from '#api/limits/too-large.ts'
import { encodingOf, read, type Schema } from '#kit/schema.ts'
import { Refusal } from '#platform/model/refusal.ts'
import type { Connection } from './request-context.ts'

/** Default of endpoints without `maxBytes`. */
export const defaultMaxBytes = 64 * 1024

/** Reads the raw body; refuses more than `maxBytes`, before reading it when its length is declared. */
export async function readBytes(
  request: Request,
  maxBytes: number,
  connection?: Pick<Connection, 'openBody'>,
): Promise<Buffer> {
  const isGet = request.method === 'GET' || request.method === 'HEAD'
  if (isGet && !connection?.openBody) return Buffer.alloc(0)
  const declared = request.headers.get('content-length')
  if (Number(declared) > maxBytes) throw bodyTooLarge(maxBytes)
  try {
    // The HTTP parser delivers exactly the declared length.
    if (declared !== null && !isGet) return Buffer.from(await request.arrayBuffer())
    const bytes = await readUpTo(
      isGet ? (connection?.openBody?.() ?? null) : request.body,
      maxBytes,
    )
    if (bytes) return bytes
  } catch {
    throw new Refusal('invalid', 'The body is incomplete.')
  }
  throw bodyTooLarge(maxBytes)
}

/** `undefined` when the body is longer. The adapter drains the rest. */
async function readUpTo(
  body: ReadableStream<Uint8Array> | null,
  maxBytes: number,
): Promise<Buffer | undefined> {
  const reader = body?.getReader()
  const chunks: Uint8Array[] = []
  let size = 0
  for (;;) {
    const part = await reader?.read()
    if (!part || part.done) return Buffer.concat(chunks)
    size += part.value.length
    if (size > maxBytes) return undefined
    chunks.push(part.value)
  }
}

const bodyTooLarge = (maxBytes: number) =>
  new TooLargeError(`The body is larger than ${inWords(maxBytes)}.`)

const inWords = (bytes: number) => {
  const kilobytes = bytes / 1024
  return kilobytes < 1024 ? `${kilobytes} kB` : `${kilobytes / 1024} MB`
}

/** Maximum number of problems listed in a refusal. */
const maxToldProblems = 50

/** Whether the body is `application/x-www-form-urlencoded`, which OAuth 1 signatures cover. */
export function isForm({ headers }: Request): boolean {
  return /^application\/x-www-form-urlencoded\b/i.test(headers.get('content-type') ?? '')
}

/** Parses JSON by a schema. Clients also send bare strings, and empty bodies with a JSON content type. */
export function parseBody<T>(
  bytes: Buffer,
  schema: Schema<T>,
  maxValues = defaultJsonLimits.maxValues,
): T {
  return checkBody(decodeBody(bytes, schema, maxValues), schema)
}

/** Parses a form for an endpoint that takes JSON. Some clients send JSON and call it a form. */
export async function parseForm<T>(
  bytes: Buffer,
  schema: Schema<T>,
  maxValues?: number,
): Promise<T> {
  const text = bytes.toString('utf8')
  if (encodingOf(schema) !== 'json' || /^\s*[[{"]/.test(text))
    return parseBody(bytes, schema, maxValues)
  const fields = [...readForm(text)].filter(([name]) => !name.startsWith('oauth_'))
  // Few clients send one, and it needs the converter of schemas, which takes long to load.
  const { formFields } = await import('#kit/form-fields.ts')
  return checkBody(formFields(fields, schema), schema)
}

function checkBody<T>(body: unknown, schema: Schema<T>): T {
  const { value, problems } = read(schema, body)
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
