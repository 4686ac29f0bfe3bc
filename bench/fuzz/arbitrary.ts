import type { JsonSchema } from '#kit/json-schema.ts'

/** Values for a schema, most of them valid, from a seeded random source. */
export interface Arbitrary {
  /** Something that the schema allows; references are resolved in `schemas`. */
  valid(schema: JsonSchema, name?: string): unknown
  /** The same value, damaged in one place. */
  damaged(value: unknown): unknown
  /** A text of the kind that breaks parsers. */
  hostileText(): string
  below(limit: number): number
  oneOf<T>(list: readonly T[]): T
}

export interface ArbitraryOptions {
  random: () => number
  schemas: Readonly<Record<string, JsonSchema>>
  /** A value that answers had under this name, or nothing. */
  known(name: string): unknown
}

const maxDepth = 6
const maxItems = 3

/** Reaches nobody: the discard service of this machine. */
const url = 'http://127.0.0.1:9/'
const texts: readonly string[] = [
  ...['', ' ', 'a', 'web', 'master', 'node', 'par', 'S', 'true', '0', '-1', '1.5', '1e9', 'null'],
  ...['2026-01-31', '2026-02-30T25:00:00Z', '1h', 'P1D', 'fuzz@people.test', 'fuzz.example.test'],
  ...['*.example.test', '/', '../..', 'a/b', '%2e%2e', 'x'.repeat(300), url, `${url}?a=b#c`],
]
const hostileTexts: readonly string[] = [
  ...['\0', '\ud83d', '\u202e', 'é', '😀', '__proto__', 'constructor', 'toString', "'", '"', ';--'],
  ...['<b>', '{{1}}', '%', '%00', '%zz', '\r\nx: y', '\n', '[', '{', 'x'.repeat(70_000)],
  ...['NaN', 'Infinity', '9'.repeat(40), '-0', '0x10', 'javascript:1', 'file:///', 'http://[::1'],
]
const hostileValues: readonly unknown[] = [
  ...[null, true, 0, -1, 1.5, 1e308, Number.MAX_SAFE_INTEGER, 2 ** 53, [], {}, [[]], [null]],
  ...[{ $ref: '#' }, { length: -1 }, { toString: 1 }, JSON.parse('{"__proto__":{"a":1}}')],
]

export function createArbitrary({ random, schemas, known }: ArbitraryOptions): Arbitrary {
  const below = (limit: number) => Math.floor(random() * limit)
  const oneOf = <T>(list: readonly T[]): T => list[below(list.length)] as T
  const hostileText = () => oneOf(hostileTexts)

  const textOf = ({ minLength = 0, maxLength = Infinity }: JsonSchema, name: string): string => {
    const found = below(3) > 0 ? known(name) : undefined
    const text = typeof found === 'string' ? found : oneOf(texts)
    return text.slice(0, maxLength).padEnd(Math.min(minLength, 1000), 'x')
  }
  const numberOf = ({ type, minimum = -10, maximum = 1_000_000_000_000 }: JsonSchema): number => {
    const edges = [minimum, maximum, Math.max(minimum, 0), Math.max(minimum, 1)]
    const drawn = below(2) ? oneOf(edges) : minimum + random() * Math.min(maximum - minimum, 1000)
    return type === 'integer' ? Math.floor(drawn) : drawn
  }

  function objectOf(schema: JsonSchema, depth: number): Record<string, unknown> {
    const { properties = {}, required = [], additionalProperties } = schema
    const made: [string, unknown][] = []
    for (const [name, property] of Object.entries(properties)) {
      if (required.includes(name) || below(2)) made.push([name, draw(property, name, depth + 1)])
    }
    if (typeof additionalProperties === 'object') {
      for (let count = below(maxItems); count > 0; count -= 1)
        made.push([oneOf(texts), draw(additionalProperties, '', depth + 1)])
    }
    return Object.fromEntries(made)
  }

  function draw(schema: JsonSchema | boolean, name: string, depth: number): unknown {
    if (typeof schema === 'boolean' || depth > maxDepth) return null
    const { $ref, enum: choices, anyOf, oneOf: one, allOf, items, minItems = 0 } = schema
    if ($ref) return draw(schemas[$ref.split('/').at(-1) ?? ''] ?? true, name, depth)
    if ('const' in schema) return schema.const
    if (choices) return oneOf(choices)
    const choice = anyOf ?? one
    if (choice) return draw(oneOf(choice), name, depth)
    if (allOf) return Object.assign({}, ...allOf.map((part) => draw(part, name, depth)))
    switch (Array.isArray(schema.type) ? oneOf(schema.type) : schema.type) {
      case 'object':
        return objectOf(schema, depth)
      case 'array': {
        const length = Math.max(minItems, below(maxItems + 1))
        const item = (Array.isArray(items) ? items[0] : items) ?? true
        return Array.from({ length }, () => draw(item, name, depth + 1))
      }
      case 'string':
        return textOf(schema, name)
      case 'integer':
      case 'number':
        return numberOf(schema)
      case 'boolean':
        return below(2) === 1
      case 'null':
        return null
      default:
        return oneOf<unknown>([...texts, ...hostileValues])
    }
  }

  function damaged(value: unknown): unknown {
    const isParent = typeof value === 'object' && value !== null
    const keys = isParent ? Object.keys(value) : []
    if (keys.length === 0 || below(4) === 0) {
      return below(2) ? hostileText() : oneOf(hostileValues)
    }
    const key = oneOf(keys)
    if (Array.isArray(value)) return value.with(Number(key), damaged(value[Number(key)]))
    const { [key]: old, ...others } = value as Record<string, unknown>
    if (below(5) === 0) return others
    if (below(8) === 0) return { ...others, [key]: old, [hostileText()]: oneOf(hostileValues) }
    return { ...others, [key]: damaged(old) }
  }

  return {
    valid: (schema, name = '') => draw(schema, name, 0),
    damaged,
    hostileText,
    below,
    oneOf,
  }
}
