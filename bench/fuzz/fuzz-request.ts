import type { Endpoint } from '#api/http/endpoint.ts'
import type { Operation } from '#api/openapi/operation.ts'
import { paramsOf, type Request, requestOf, rightCall } from '#tests/laws/matrix/ask.ts'
import { entryOf } from '#tests/laws/matrix/entries.ts'
import type { Needs } from '#tests/laws/matrix/entry.ts'
import type { Scene } from '#tests/laws/matrix/scene.ts'
import type { Arbitrary } from './arbitrary.ts'

export interface Fuzzed {
  endpoint: Endpoint
  /** One of its paths. */
  path: string
  operation: Operation
}

/** What a request is made with. */
export interface FuzzContext {
  arbitrary: Arbitrary
  /** A value that answers had under this name, or nothing. */
  known(name: string): string | undefined
}

/**
 * A request of an operation: a valid call of it that is damaged, or one that is drawn from its description. The first
 * reaches deep, because all that it names exists; the second has what nobody thought of.
 */
export async function fuzzRequest(
  { endpoint, path, operation }: Fuzzed,
  scene: Scene,
  context: FuzzContext,
): Promise<Request> {
  const { arbitrary } = context
  if (arbitrary.below(2) === 0) return drawnRequest({ endpoint, path, operation }, scene, context)
  const right = await rightCall(endpoint, path, entryOf(endpoint), scene)
  return damagedRequest(right, context)
}

function damagedRequest(right: Request, { arbitrary }: FuzzContext): Request {
  const { below, damaged, hostileText } = arbitrary
  const choice = below(6)
  if (choice === 0) return right
  if (choice === 1) {
    const separator = right.path.includes('?') ? '&' : '?'
    const word = encodeURIComponent(hostileText().toWellFormed())
    return { ...right, path: `${right.path}${separator}${word}=${word}` }
  }
  if (typeof right.body !== 'string') return right
  if (choice === 2) return { ...right, body: right.body.slice(0, below(right.body.length)) }
  try {
    return { ...right, body: JSON.stringify(damaged(JSON.parse(right.body))) }
  } catch {
    // A form, or a file.
    return { ...right, body: right.body.replace('=', `=${hostileText()}`).toWellFormed() }
  }
}

function drawnRequest({ endpoint, path, operation }: Fuzzed, scene: Scene, context: FuzzContext) {
  const { arbitrary, known } = context
  const { below, valid, hostileText } = arbitrary
  const own: Record<string, string> = paramsOf(scene)
  const values: Record<string, string> = {}
  const query: Record<string, string> = {}
  for (const { name, in: place, schema } of operation.parameters) {
    if (place === 'query') {
      if (below(2)) query[name] = textOf(below(4) ? valid(schema, name) : hostileText())
      continue
    }
    const existing = own[name] ?? known(name) ?? known('id')
    const drawn = below(4) && existing ? existing : textOf(below(2) ? valid(schema) : hostileText())
    // An empty part would be another path.
    values[name] = drawn.toWellFormed() || 'x'
  }
  return requestOf(endpoint.method, path, values, { query, ...bodyOf(operation, context) })
}

function bodyOf({ requestBody }: Operation, { arbitrary }: FuzzContext): Needs {
  const [content] = Object.entries(requestBody?.content ?? {})
  if (!content) return {}
  const [type, { schema = true }] = content
  const { below, valid, damaged, hostileText } = arbitrary
  if (below(20) === 0) return { body: hostileText().toWellFormed() }
  const drawn = valid(schema as never)
  const value = below(3) === 0 ? damaged(drawn) : drawn
  if (type !== 'application/x-www-form-urlencoded') return { body: value }
  const form = new URLSearchParams()
  for (const [name, one] of Object.entries(value ?? {})) form.append(name, textOf(one))
  return { body: `${form}`, headers: { 'content-type': type } }
}

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value.toWellFormed() : (JSON.stringify(value) ?? '')
