import type { IncomingMessage } from 'node:http'
import type { Problems, Schema } from '#kit/schema.ts'
import { Refusal } from '#platform/refusal.ts'

const largestBody = 4 * 1024 * 1024

/** The body as it came; refuses more than we want to hold. */
export async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  // Destroyed in the middle of a body, the connection would never hear the next request.
  const parts: AsyncIterable<Buffer> = request.iterator({ destroyOnReturn: false })
  try {
    for await (const chunk of parts) {
      size += chunk.length
      if (size > largestBody) break
      chunks.push(chunk)
    }
  } catch {
    throw new Refusal('invalid', 'The body broke off before its end.')
  }
  if (size <= largestBody) return Buffer.concat(chunks).toString('utf8')
  throw new Refusal('invalid', `The body is larger than ${largestBody / 1024 / 1024} MB.`)
}

/** JSON of the given shape. Clients send bare strings as bodies, and nothing at all with a JSON content type. */
export function parseBody<T>(text: string, schema: Schema<T>): T {
  const problems: Problems = Object.create(null)
  const isRaw = 'isRaw' in schema
  const value = schema.read(isRaw ? text : parseJson(text), '', problems)
  const names = Object.keys(problems)
  if (names.length === 0) return value as T
  const list = names.map((name) => `${name || 'the body'} ${problems[name]}`).join('; ')
  throw new Refusal('invalid', `The body cannot be used: ${list}.`, { fields: problems })
}

function parseJson(text: string): unknown {
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new Refusal('invalid', `The body is not JSON: ${(error as Error).message}.`)
  }
}
